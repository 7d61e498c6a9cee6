/** Time in which a voice must have begun to speak: a browser that refuses gives no error. */
const BEGINS_WITHIN_MS = 3_000;
const BEEP_HERTZ = 880;
const BEEP_SECONDS = 0.15;

let sound: AudioContext | undefined;

/**
 * Speaks a first sentence and makes later ones possible. Call it in a tap.
 * @returns whether the voice began
 */
export function unlockVoice(sentence: string): Promise<boolean> {
  if ('AudioContext' in globalThis) sound ??= new AudioContext();
  void sound?.resume().catch(() => undefined);
  if (!('speechSynthesis' in globalThis)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const first = new SpeechSynthesisUtterance(sentence);
    const timer = setTimeout(() => resolve(false), BEGINS_WITHIN_MS);
    first.onstart = () => {
      clearTimeout(timer);
      resolve(true);
    };
    speechSynthesis.cancel();
    speechSynthesis.speak(first);
  });
}

/** Speaks a sentence; one that is still waiting is outdated by then. */
export function speak(sentence: string): void {
  if (!('speechSynthesis' in globalThis)) return;
  if (speechSynthesis.pending) speechSynthesis.cancel();
  speechSynthesis.speak(new SpeechSynthesisUtterance(sentence));
}

/** One short sound. */
export function beep(): void {
  if (sound === undefined) return;
  const tone = sound.createOscillator();
  tone.frequency.value = BEEP_HERTZ;
  tone.connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + BEEP_SECONDS);
}

export function stopVoice(): void {
  if ('speechSynthesis' in globalThis) speechSynthesis.cancel();
}
