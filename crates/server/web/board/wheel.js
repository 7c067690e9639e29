// The wheel over the board goes through the game: down is onward, up is back.

/** So far a wheel or two fingers turn for one ply, in pixels; a notch of a mouse is more. */
const NOTCH = 50;

/** Whether something that an element lies in can be scrolled: then the wheel is for that. @param {Element | null} element */
function scrolled(element) {
  for (let box = element; box; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(box).overflowY)) return true;
  return false;
}

export class Wheel {
  /** @param {(by: 1 | -1) => unknown} step */
  constructor(step) {
    this.step = step;
    /** How far it was turned that has led to no ply yet. */
    this.turned = 0;
  }

  /** @param {WheelEvent} event */
  turn(event) {
    const { deltaY, deltaMode, currentTarget } = event;
    // With a key it makes letters larger, or scrolls sideways.
    if (!deltaY || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (scrolled(/** @type {Element} */ (currentTarget))) return;
    event.preventDefault();
    if (Math.sign(deltaY) !== Math.sign(this.turned)) this.turned = 0;
    // What turns by lines or pages turns by notches.
    this.turned += deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : Math.sign(deltaY) * NOTCH;
    if (Math.abs(this.turned) < NOTCH) return;
    this.turned = 0;
    this.step(deltaY > 0 ? 1 : -1);
  }
}
