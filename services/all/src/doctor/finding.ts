import type { Engine } from '@switchback/platform/process/known-engines';

/** What a look at one thing told: `ok`, worth a `note`, or a `fault` that somebody has to mend. */
export interface Finding {
  level: 'ok' | 'note' | 'fault';
  text: string;
}

/** A look at one thing. It may fail: that is a fault, told by the error's message. */
export interface Check {
  name: string;
  /** Engines it looks at; where their settings are not given, there is nothing to see. */
  needs: readonly Engine[];
  look: () => Promise<Finding[]>;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const note = (text: string): Finding => ({ level: 'note', text });
export const fault = (text: string): Finding => ({ level: 'fault', text });

/** Whole seconds, minutes, hours or days, whichever reads best. */
export function inWords(ms: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1_000],
  ] as const;
  const [unit, size] = units.find(([, each]) => ms >= 2 * each) ?? ['ms', 1];
  return `${Math.round(ms / size)} ${unit}`;
}
