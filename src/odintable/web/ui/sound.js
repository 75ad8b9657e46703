/** Sounds, synthesized from oscillators and noise. */

import { settings } from "../app/settings.js";

/** @type {AudioContext | null} */
let context = null;

/** @returns {AudioContext | null} null if sounds are off or the browser does not allow them yet */
function audioContext() {
  if (!settings.sounds || !(navigator.userActivation?.hasBeenActive ?? true)) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/**
 * Play a tone that swells and fades.
 * @param {AudioContext} audio
 * @param {number} pitch in hertz
 * @param {number} delay in seconds
 * @param {number} length in seconds
 * @param {OscillatorType} shape
 * @param {number} loudness 0 to 1
 */
function playTone(audio, pitch, delay, length, shape, loudness) {
  const start = audio.currentTime + delay;
  const source = new OscillatorNode(audio, { type: shape, frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.linearRampToValueAtTime(loudness, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}

/** Noise that fades. @param {AudioContext} audio @param {number} seconds */
function noise(audio, seconds) {
  const length = Math.floor(audio.sampleRate * seconds);
  const buffer = new AudioBuffer({ length, sampleRate: audio.sampleRate });
  const wave = buffer.getChannelData(0);
  for (let at = 0; at < length; at++) wave[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 3;
  return buffer;
}

/** A card on wood: a little noise and a knock. */
export function playCard() {
  const audio = audioContext();
  if (!audio) return;
  const source = new AudioBufferSourceNode(audio, { buffer: noise(audio, 0.09) });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: 1800, Q: 0.8 });
  const gain = new GainNode(audio, { gain: 0.35 });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
  playTone(audio, 140, 0, 0.09, "sine", 0.25);
}

/** Wings: three puffs of air, each softer than the last. */
export function playWings() {
  const audio = audioContext();
  if (!audio) return;
  for (const beat of [0, 1, 2]) {
    const source = new AudioBufferSourceNode(audio, { buffer: noise(audio, 0.1) });
    const filter = new BiquadFilterNode(audio, { type: "lowpass", frequency: 900 - 200 * beat });
    const gain = new GainNode(audio, { gain: 0.3 / (beat + 1) });
    source.connect(filter).connect(gain).connect(audio.destination);
    source.start(audio.currentTime + 0.11 * beat);
  }
}

/** It is the player's turn: two notes on wood. */
export function playTurn() {
  const audio = audioContext();
  if (!audio) return;
  playTone(audio, 392, 0, 0.22, "triangle", 0.16);
  playTone(audio, 587, 0.11, 0.3, "triangle", 0.16);
}

/** A horn at the end of the game, rising or falling. @param {boolean} isWon */
export function playEnd(isWon) {
  const audio = audioContext();
  if (!audio) return;
  const notes = isWon ? [196, 294, 392, 588] : [294, 262, 220];
  notes.forEach((pitch, at) => playTone(audio, pitch, at * 0.17, 0.6, "sawtooth", 0.06));
}
