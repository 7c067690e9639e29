// The board as it is seen now, with its layer and whatever is drawn on it, as a picture that every program
// shows: what the page says in style sheets is written into the drawing.

/** What style sheets say of a drawing, each with what need not be said; what fills it is always said. */
const LOOKS = {
  fill: '',
  'fill-opacity': '1',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  opacity: '1',
  'paint-order': 'normal',
};
/** What they say of words besides. */
const WORDS = { 'font-size': '', 'font-weight': '400', 'text-anchor': 'start', 'dominant-baseline': 'auto' };

/** A colour as all programs read it; mixtures are known to the browser alone, which is asked for a point of each. */
function plainly() {
  const point = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d', { willReadFrequently: true }));
  /** @type {Map<string, string>} */
  const known = new Map();
  return (/** @type {string} */ colour) => {
    if (!/^(color|ok|lab|lch|hsl)/.test(colour)) return colour;
    let plain = known.get(colour);
    if (!plain) {
      point.clearRect(0, 0, 1, 1);
      point.fillStyle = colour;
      point.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = point.getImageData(0, 0, 1, 1).data;
      plain = `rgba(${r},${g},${b},${a / 255})`;
      known.set(colour, plain);
    }
    return plain;
  };
}

/** @param {SVGSVGElement} seen the board on the page @returns {string} the picture as SVG */
export function portrait(seen) {
  const colour = plainly();
  const drawing = /** @type {SVGSVGElement} */ (seen.cloneNode(true));
  const copies = drawing.querySelectorAll('*');
  const pairs = [...seen.querySelectorAll('*')].map((one, i) => /** @type {const} */ ([one, copies[i]]));
  for (const [from, to] of pairs) {
    const looks = getComputedStyle(from);
    for (const name of [...to.attributes].map(({ name }) => name))
      if (/^(class|style|role|tabindex|data-|aria-)/.test(name)) to.removeAttribute(name);
    const drawn = ['g', 'defs', 'pattern'].includes(from.localName) ? { opacity: '1' } : { ...LOOKS, ...(from.localName === 'text' && WORDS) };
    for (const [look, usual] of Object.entries(drawn)) {
      const value = looks.getPropertyValue(look);
      const said = look === 'fill' || look === 'stroke' ? colour(value) : value;
      if (value === usual || (look.startsWith('stroke-') && looks.stroke === 'none')) to.removeAttribute(look);
      else to.setAttribute(look, said);
    }
  }
  // What is only touched and spoken is not seen.
  for (const [from, to] of pairs) if (from.getAttribute('role') === 'grid') to.remove();
  const { x, y, width, height } = seen.viewBox.baseVal;
  for (const name of [...drawing.attributes].map(({ name }) => name)) if (name !== 'viewBox') drawing.removeAttribute(name);
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const paper = colour(getComputedStyle(document.documentElement).backgroundColor);
  for (const [name, value] of Object.entries({ x, y, width, height, fill: paper })) ground.setAttribute(name, String(value));
  drawing.prepend(ground);
  for (const [name, value] of Object.entries({ width, height, 'font-family': 'sans-serif', xmlns: 'http://www.w3.org/2000/svg' })) drawing.setAttribute(name, String(value));
  return new XMLSerializer().serializeToString(drawing);
}
