// Soft sounds for whoever wants them, made on the spot: one for a move, one for a capture, one for the end.

import { keep, kept } from '../parts/store.js';

/** @typedef {'move' | 'capture' | 'end'} Sound */

/** What each sounds like: tones one after the other, in Hz and seconds, and how loud. @type {Record<Sound, {tones: [number, number][], loud: number}>} */
const SOUNDS = {
  move: { tones: [[520, 0.07]], loud: 0.1 },
  capture: {
    tones: [
      [330, 0.06],
      [247, 0.1],
    ],
    loud: 0.12,
  },
  end: {
    tones: [
      [392, 0.14],
      [523, 0.14],
      [659, 0.3],
    ],
    loud: 0.1,
  },
};

/** Where sounds are made; a browser only lets somebody who has pressed something hear any. @type {AudioContext | null} */
let room = null;

/** Whether somebody wants to hear anything. */
export const audible = () => kept('sound', false);

/** @param {boolean} on */
export function hearing(on) {
  keep('sound', on);
  if (on) sound('move');
}

/** @param {Sound} which */
export function sound(which) {
  if (!audible() || typeof AudioContext === 'undefined') return;
  room ??= new AudioContext();
  void room.resume();
  const { tones, loud } = SOUNDS[which];
  let at = room.currentTime + 0.01;
  for (const [pitch, long] of tones) {
    const [tone, volume] = [room.createOscillator(), room.createGain()];
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    // It comes and goes without a crack.
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(loud, at + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0005, at + long);
    tone.connect(volume).connect(room.destination);
    tone.start(at);
    tone.stop(at + long + 0.02);
    at += long * 0.8;
  }
}
