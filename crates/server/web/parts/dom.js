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
  add(flat, /** @type {any[]} */ (children));
  return { tag, props: props ?? {}, children: flat };
}

/** Adds what there is of children to a list; lists within lists are part of it. @param {(Node | string)[]} flat @param {any[]} children */
function add(flat, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (typeof child !== 'object') flat.push(String(child));
    else if (Array.isArray(child)) add(flat, child);
    else flat.push(child);
  }
}

/** What was last described of a thing, by its part. @type {WeakMap<object, Map<string, {variant: string, node: any}>>} */
const described = new WeakMap();

/**
 * A part of something, described anew only if it is no longer the same variant: what stays the same from
 * one redraw to the next is then neither described nor compared. Only the last variant of each part is
 * kept: a window that is drawn larger and larger would leave many behind.
 * @template T
 * @param {object} owner @param {string} part @param {string} variant @param {() => T} describe
 * @returns {T}
 */
export function once(owner, part, variant, describe) {
  const all = described.get(owner) ?? new Map();
  described.set(owner, all);
  const known = all.get(part);
  if (known?.variant === variant) return known.node;
  const node = describe();
  all.set(part, { variant, node });
  return node;
}

/**
 * A part of something as it was described before, if the new description is no different: then nothing
 * within is compared. Listeners count as the same, so they may depend on nothing but the rest.
 * @param {object} owner @param {string} part @param {Node} node
 */
export function settled(owner, part, node) {
  const before = once(owner, part, '', () => node);
  if (alike(before, node)) return before;
  described.get(owner)?.set(part, { variant: '', node });
  return node;
}

/** Whether two descriptions have the same children and differ in nothing but listeners. @param {Node} one @param {Node} other */
function alike(one, other) {
  const { children } = other;
  if (one.tag !== other.tag || one.children.length !== children.length) return false;
  if (one.children.some((child, i) => child !== children[i])) return false;
  const same = (/** @type {string} */ name) => name.startsWith('on') || one.props[name] === other.props[name];
  return Object.keys({ ...one.props, ...other.props }).every(same);
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
  if (!wanted.length) {
    // All at once is faster than one by one.
    if (parent.firstChild) parent.replaceChildren();
    return;
  }
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  if (wanted.some((want) => typeof want === 'object' && want.props.key !== undefined)) {
    const keys = new Set(wanted.map((want) => (typeof want === 'string' ? undefined : want.props.key)));
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
  for (const name in before.props) {
    if (!(name in want.props)) set(element, name, null);
  }
  // A select's value means nothing before its options are there.
  reconcile(element, want.children, svg || want.tag === 'svg');
  for (const name in want.props) {
    const value = want.props[name];
    if (name.startsWith('on')) {
      // Whatever an element hears of is looked up when it happens: a new listener is nothing to be set.
      if (!before.props[name] && value) element.addEventListener(name.slice(2), hear);
    } else if (value !== before.props[name] || name === 'value' || name === 'checked') set(element, name, value);
  }
}

/** Lets an element hear an event, as it was last described. @param {Event} event */
function hear(event) {
  const element = /** @type {Element} */ (event.currentTarget);
  const listener = drawn.get(element)?.props[`on${event.type}`];
  if (listener) listener.call(element, event);
}

/** @param {any} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (name === 'key' || name === 'hook' || name.startsWith('on')) return;
  // The server forbids styles written into the page; through the object model they are ours.
  else if (name === 'style') element.style.cssText = value ?? '';
  else if (name === 'value' || name === 'checked' || name === 'open') {
    if (element[name] !== value) element[name] = value ?? '';
  } else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

/**
 * What stands above the columns of a table.
 * @param {(Child | Child[])[]} words
 * @param {boolean[]} figures which columns are figures
 */
export const columnHeads = (words, figures = []) =>
  h(
    'thead',
    null,
    h(
      'tr',
      null,
      words.map((word, i) => h('th', { scope: 'col', class: figures[i] ? 'r' : null }, word)),
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
