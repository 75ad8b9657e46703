/** Sounds of our own making: wood, paper and a horn, from an oscillator and a little noise. */

import { settings } from "../app/settings.js";

/** @type {AudioContext | null} */
let context = null;

/** @returns {AudioContext | null} none where sounds are off, or the browser has not let us yet */
function ready() {
  if (!settings.sounds || !(navigator.userActivation?.hasBeenActive ?? true)) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/**
 * A tone that swells and dies.
 * @param {AudioContext} audio
 * @param {number} pitch in hertz
 * @param {number} from seconds from now
 * @param {number} length in seconds
 * @param {OscillatorType} shape
 * @param {number} loud 0 to 1
 */
function tone(audio, pitch, from, length, shape, loud) {
  const start = audio.currentTime + from;
  const source = new OscillatorNode(audio, { type: shape, frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.linearRampToValueAtTime(loud, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}

/** Noise that dies away. @param {AudioContext} audio @param {number} seconds */
function breath(audio, seconds) {
  const length = Math.floor(audio.sampleRate * seconds);
  const buffer = new AudioBuffer({ length, sampleRate: audio.sampleRate });
  const wave = buffer.getChannelData(0);
  for (let at = 0; at < length; at++) wave[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 3;
  return buffer;
}

/** A card on wood: a breath of noise and a knock. */
export function card() {
  const audio = ready();
  if (!audio) return;
  const source = new AudioBufferSourceNode(audio, { buffer: breath(audio, 0.09) });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: 1800, Q: 0.8 });
  const gain = new GainNode(audio, { gain: 0.35 });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
  tone(audio, 140, 0, 0.09, "sine", 0.25);
}

/** Wings: three breaths of air, each softer than the last. */
export function wings() {
  const audio = ready();
  if (!audio) return;
  for (const beat of [0, 1, 2]) {
    const source = new AudioBufferSourceNode(audio, { buffer: breath(audio, 0.1) });
    const filter = new BiquadFilterNode(audio, { type: "lowpass", frequency: 900 - 200 * beat });
    const gain = new GainNode(audio, { gain: 0.3 / (beat + 1) });
    source.connect(filter).connect(gain).connect(audio.destination);
    source.start(audio.currentTime + 0.11 * beat);
  }
}

/** It is one's turn: two notes on wood. */
export function turn() {
  const audio = ready();
  if (!audio) return;
  tone(audio, 392, 0, 0.22, "triangle", 0.16);
  tone(audio, 587, 0.11, 0.3, "triangle", 0.16);
}

/** @param {boolean} isWon the horn at the end, rising or falling */
export function end(isWon) {
  const audio = ready();
  if (!audio) return;
  const notes = isWon ? [196, 294, 392, 588] : [294, 262, 220];
  notes.forEach((pitch, at) => tone(audio, pitch, at * 0.17, 0.6, "sawtooth", 0.06));
}
