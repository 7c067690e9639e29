// Colours by their names in the design language, and which ink can be read on a mixture of them.

/** @param {string} name */
export const paint = (name) => `var(--${name})`;

/** Heat that belongs to nobody: seven tones from the wood to the farthest. @param {number} v from 0 to 1 */
export function heat(v) {
  const k = Math.min(5.999, Math.max(0, v) * 6);
  const tone = Math.floor(k);
  return `color-mix(in oklab,var(--h${tone}) ${Math.round(100 - (k - tone) * 100)}%,var(--h${tone + 1}))`;
}

/** Heat of a side: from the wood to its colour. @param {string} name @param {number} v */
export const sideHeat = (name, v) =>
  `color-mix(in oklab,var(--${name}) ${Math.round(Math.min(1, Math.max(0, v)) * 100)}%,var(--w1))`;

/** What a link of a side needs: a tint of its colour. @param {string} name */
export const tint = (name) => `var(--${name}t,color-mix(in oklab,var(--${name}) 38%,var(--w1)))`;

/** @type {Map<string, string>} */
const inks = new Map();

/** @type {MediaQueryList | undefined} */
let night;

/** Whether the page is dark now. */
export function dark() {
  const theme = document.documentElement.dataset.theme;
  night ??= matchMedia('(prefers-color-scheme:dark)');
  return theme ? theme === 'dark' : night.matches;
}

/**
 * The ink with more contrast on a colour. Only the browser knows what a mixture of tokens comes
 * to, so it is asked, once for each mixture and theme.
 * @param {string} colour
 */
export function inkOn(colour) {
  const name = `${dark()} ${colour}`;
  let ink = inks.get(name);
  if (!ink) {
    const probe = document.createElement('i');
    probe.style.color = colour;
    document.body.append(probe);
    ink = lightness(getComputedStyle(probe).color) > 0.63 ? 'var(--figure-dark)' : 'var(--figure-light)';
    probe.remove();
    inks.set(name, ink);
  }
  return ink;
}

/** Lightness in OKLab of a computed colour. @param {string} colour */
function lightness(colour) {
  const numbers = (colour.match(/-?[\d.]+(?:e-?\d+)?/g) ?? ['0']).map(Number);
  if (colour.startsWith('okl')) return numbers[0];
  const scale = colour.startsWith('rgb') ? 255 : 1;
  const [r, g, b] = numbers.slice(0, 3).map((x) => {
    const share = x / scale;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122 * r + 0.5363 * g + 0.0514 * b);
  const m = Math.cbrt(0.2119 * r + 0.6807 * g + 0.1074 * b);
  const s = Math.cbrt(0.0883 * r + 0.2817 * g + 0.63 * b);
  return 0.2105 * l + 0.7936 * m - 0.0041 * s;
}
