// Which cell an event or a point of the screen is about; -1 is none.

/** The cell that an element stands for. @param {EventTarget | null} target */
export function cellOf(target) {
  const element = target instanceof Element ? target.closest('[data-cell]') : null;
  return element ? Number(element.getAttribute('data-cell')) : -1;
}

/** The cell at a point of the screen. @param {number} x @param {number} y */
export const cellAt = (x, y) => cellOf(document.elementFromPoint(x, y));

/**
 * The cell under a pointer. A finger's events keep going to where it came down; only its place
 * tells where it is now.
 * @param {PointerEvent} event
 */
export const under = (event) =>
  event.pointerType === 'mouse' ? cellOf(event.target) : cellAt(event.clientX, event.clientY);
