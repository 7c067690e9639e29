"""The report of a training: one page with its curves, its matches, and how it was made."""
import html

PAGE = """<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>
:root {{ color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }}
body {{ max-width: 62rem; margin: 2rem auto; padding: 0 1rem }}
.curves {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 1rem }}
figure {{ margin: 0 }} figcaption {{ font-weight: 600 }}
svg {{ width: 100%; height: auto; overflow: visible }} text {{ font-size: 11px; fill: currentColor }}
table {{ border-collapse: collapse }} td, th {{ padding: .2rem .8rem .2rem 0; text-align: left }}
pre {{ white-space: pre-wrap; font-size: 12px }}
</style><h1>{title}</h1><p>{lead}</p><div class="curves">{curves}</div>
<h2>Matches</h2><table>{matches}</table><h2>How it was made</h2><pre>{facts}</pre>
"""
COLOURS = ("#2f6fb3", "#c2571a")


def curve(name, lines):
    """One plot: each line a name and its points (minute, number)."""
    points = [point for _, line in lines for point in line]
    if len(points) < 2:
        return ""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    at_x = lambda x: 44 + 300 * (x - left) / ((right - left) or 1)
    at_y = lambda y: 150 - 130 * (y - low) / ((high - low) or 1)
    out = ""
    for index, (title, line) in enumerate(lines):
        colour = COLOURS[index % len(COLOURS)]
        path = " ".join(f"{at_x(x):.1f},{at_y(y):.1f}" for x, y in line)
        out += f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6"/>'
        out += f'<text x="{50 + 110 * index}" y="12" style="fill:{colour}">{html.escape(title)}</text>'
    for y in (low, high):
        out += f'<text x="40" y="{at_y(y) + 4:.1f}" text-anchor="end">{y:.4g}</text>'
    for x in (left, right):
        out += f'<text x="{at_x(x):.1f}" y="168" text-anchor="middle">{x:.3g} min</text>'
    return (f'<figure><figcaption>{html.escape(name)}</figcaption><svg viewBox="0 0 360 175">'
            f'<path d="M44 20V150H344" fill="none" stroke="currentColor" opacity=".4"/>{out}</svg></figure>')


def page(title, lead, history, matches, facts):
    """`history`: dicts with a `minute` and numbers; `matches`: pairs of words; `facts`: lines."""
    line = lambda key: [(each["minute"], each[key]) for each in history if each.get(key) is not None]
    plots = (("Policy", [("cross-entropy", line("policy")), ("of the search itself", line("entropy"))]),
             ("Value", [("cross-entropy", line("value"))]),
             ("Sign of the value right", [("share", line("sign"))]),
             ("Elo, each net against the one before", [("raw policy", line("elo"))]),
             ("Plies of a game", [("mean", line("plies"))]),
             ("Positions a second", [("self-play", line("speed"))]),
             ("Rounded net: policy", [("cross-entropy", line("int policy"))]),
             ("Rounded net: value", [("cross-entropy", line("int value"))]))
    rows = "".join(f"<tr><th>{html.escape(who)}<td>{html.escape(what)}" for who, what in matches)
    return PAGE.format(title=html.escape(title), lead=html.escape(lead), facts=html.escape("\n".join(facts)),
                       matches=rows, curves="".join(curve(*plot) for plot in plots))
