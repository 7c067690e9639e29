// Draws a description of the page onto the page and changes only what differs, so that focus,
// scrolling and running animations survive every redraw.

/**
 * @typedef {object} Node a described element
 * @property {string} tag
 * @property {Record<string, any>} props
 * @property {(Node | string)[]} children
 */
/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Child | (Child | Child[])[]} Children */

const SVG = 'http://www.w3.org/2000/svg';
/** What was last drawn on an element. @type {WeakMap<Element, Node>} */
const drawn = new WeakMap();

/**
 * Describes an element. `on…` are listeners, `key` keeps an element the same one when its place in
 * a list changes, `hook` is called once with the new element.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Children} children
 * @returns {Node}
 */
export function h(tag, props, ...children) {
  /** @type {(Node | string)[]} */
  const flat = [];
  for (const child of /** @type {Child[]} */ (children.flat(2))) {
    if (child === null || child === undefined || child === false) continue;
    flat.push(typeof child === 'object' ? child : String(child));
  }
  return { tag, props: props ?? {}, children: flat };
}

/**
 * Makes the children of `parent` what is described.
 * @param {Element} parent
 * @param {Children} children
 */
export function draw(parent, children) {
  const { children: wanted } = h('', null, children);
  reconcile(parent, wanted, parent.namespaceURI === SVG);
}

/** Makes one element what is described, and leaves everything around it alone. @param {Element} element @param {Node} want */
export function redraw(element, want) {
  const before = drawn.get(element);
  if (before?.tag === want.tag) update(element, before, want, element.namespaceURI === SVG);
}

/** An element of the page that can be drawn again by itself. Give it a key, so that it stays the same one. */
export class Part {
  /** @param {() => Node} describe */
  constructor(describe) {
    this.describe = describe;
    /** @type {Element | null} */
    this.element = null;
  }

  /** @returns {Node} */
  view() {
    const node = this.describe();
    const hook = (/** @type {Element} */ element) => {
      this.element = element;
    };
    return { ...node, props: { ...node.props, hook } };
  }

  redraw() {
    if (this.element?.isConnected) redraw(this.element, this.view());
  }
}

/**
 * @param {Element} parent
 * @param {(Node | string)[]} wanted
 * @param {boolean} svg
 */
function reconcile(parent, wanted, svg) {
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  const keys = new Set(wanted.map((want) => (typeof want === 'string' ? undefined : want.props.key)));
  if (keys.size > 1 || !keys.has(undefined)) {
    for (let next = parent.firstElementChild; next; ) {
      const child = next;
      next = child.nextElementSibling;
      const key = drawn.get(child)?.props.key;
      // What is no longer wanted goes first: what comes after it need not move then.
      if (key !== undefined && !keys.has(key)) child.remove();
      else if (key !== undefined) keyed.set(String(key), child);
    }
  }
  let at = parent.firstChild;
  for (const want of wanted) {
    if (typeof want === 'string') {
      if (at instanceof Text) {
        if (at.data !== want) at.data = want;
        at = at.nextSibling;
      } else {
        parent.insertBefore(document.createTextNode(want), at);
      }
      continue;
    }
    const key = want.props.key;
    const found = key === undefined ? at : (keyed.get(String(key)) ?? null);
    const before = found instanceof Element ? drawn.get(found) : undefined;
    if (found instanceof Element && before && before.tag === want.tag && before.props.key === key) {
      if (found === at) at = at.nextSibling;
      else parent.insertBefore(found, at);
      update(found, before, want, svg);
    } else {
      parent.insertBefore(create(want, svg), at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/** @param {Node} want @param {boolean} svg */
function create(want, svg) {
  const inside = svg || want.tag === 'svg';
  const element = inside ? document.createElementNS(SVG, want.tag) : document.createElement(want.tag);
  update(element, { tag: want.tag, props: {}, children: [] }, want, inside);
  want.props.hook?.(element);
  return element;
}

/** @param {Element} element @param {Node} before @param {Node} want @param {boolean} svg */
function update(element, before, want, svg) {
  // The very same description says that nothing has changed within.
  if (before === want) return;
  drawn.set(element, want);
  for (const name of Object.keys(before.props)) {
    if (!(name in want.props)) set(element, name, null);
  }
  // A select's value means nothing before its options are there.
  reconcile(element, want.children, svg || want.tag === 'svg');
  for (const [name, value] of Object.entries(want.props)) {
    if (value !== before.props[name] || name === 'value' || name === 'checked') set(element, name, value);
  }
}

/** What elements hear of events that have no place of their own on them, as `focusin`. @type {WeakMap<Element, Map<string, any>>} */
const heard = new WeakMap();

/** @param {any} element @param {string} name @param {any} value */
function listen(element, name, value) {
  if (name in element) {
    element[name] = value;
    return;
  }
  const all = heard.get(element) ?? new Map();
  heard.set(element, all);
  if (!all.has(name)) element.addEventListener(name.slice(2), (/** @type {Event} */ event) => all.get(name)?.(event));
  all.set(name, value);
}

/** @param {any} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (name === 'key' || name === 'hook') return;
  if (name.startsWith('on')) listen(element, name, value);
  // The server forbids styles written into the page; through the object model they are ours.
  else if (name === 'style') element.style.cssText = value ?? '';
  else if (name === 'value' || name === 'checked' || name === 'open') {
    if (element[name] !== value) element[name] = value ?? '';
  } else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

/**
 * What stands above the columns of a table.
 * @param {string[]} words
 */
export const columnHeads = (words) =>
  h(
    'thead',
    null,
    h(
      'tr',
      null,
      words.map((word) => h('th', { scope: 'col' }, word)),
    ),
  );

/** The element that an event has come to. @param {Event} event */
const here = (event) => /** @type {Element} */ (event.currentTarget);

/** Shows that a file can be let go here. @param {Event} event @param {boolean} on */
const awaits = (event, on) => here(event).toggleAttribute('data-awaits', on);

/** What an element needs so that a file dropped onto it is read. @param {(file: File) => Promise<void>} read */
export const dropped = (read) => ({
  ondragover: (/** @type {DragEvent} */ event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    awaits(event, true);
  },
  ondragleave: (/** @type {DragEvent} */ event) => {
    // From one part of the element to another is not away from it.
    const inside = event.relatedTarget instanceof Element && here(event).contains(event.relatedTarget);
    if (!inside) awaits(event, false);
  },
  ondrop: (/** @type {DragEvent} */ event) => {
    awaits(event, false);
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void read(file);
  },
});
