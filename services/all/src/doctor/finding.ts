import type { Engine } from '@switchback/platform/process/known-engines';

/** Result of a check: `ok`, a `note`, or a `fault` that the operator must fix. */
export interface Finding {
  level: 'ok' | 'note' | 'fault';
  text: string;
}

/** A check of one component. If it rejects, the error's message is reported as a fault. */
export interface Check {
  name: string;
  /** Engines that it examines; if their settings are missing, it is skipped. */
  needs: readonly Engine[];
  look: () => Promise<Finding[]>;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const note = (text: string): Finding => ({ level: 'note', text });
export const fault = (text: string): Finding => ({ level: 'fault', text });

/** Rounds to whole seconds, minutes, hours or days, whichever reads best. */
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
