// Short tones, made on the spot: no files to load.
import { settings } from "./state/app";

type Tone = "move" | "capture" | "check" | "error" | "done";

const TONES: Record<Tone, readonly [frequency: number, start: number, length: number][]> = {
  move: [[320, 0, 0.06]],
  capture: [[240, 0, 0.05], [180, 0.04, 0.08]],
  check: [[520, 0, 0.06], [660, 0.07, 0.08]],
  error: [[160, 0, 0.12], [120, 0.12, 0.2]],
  done: [[440, 0, 0.1], [550, 0.1, 0.1], [660, 0.2, 0.2]],
};

let context: AudioContext | null = null;

// After what is to be seen: the first tone waits for the browser's sound, which
// takes up to 0.2 s to begin.
export function sound(tone: Tone): void {
  if (settings.value.sound && typeof AudioContext !== "undefined") setTimeout(play, 30, tone);
}

function play(tone: Tone): void {
  try {
    context ??= new AudioContext();
    for (const [frequency, start, length] of TONES[tone]) {
      const from = context.currentTime + start;
      const gain = context.createGain();
      const tone = context.createOscillator();
      tone.type = "triangle";
      tone.frequency.value = frequency;
      gain.gain.setValueAtTime(0.2, from);
      gain.gain.exponentialRampToValueAtTime(0.001, from + length);
      tone.connect(gain).connect(context.destination);
      tone.start(from);
      tone.stop(from + length);
    }
  } catch {
    // no sound is no fault
  }
}

export function moveSound(m: { capture: boolean; check: boolean }): void {
  sound(m.check ? "check" : m.capture ? "capture" : "move");
}
