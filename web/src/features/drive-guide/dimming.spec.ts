// Aim: the screen dims only where the driver needs nothing from it, and is bright again well before a turn.
import type { Shown } from '@switchback/geo/guide/guide-state';
import { expect, it } from 'vitest';
import { isQuiet } from './dimming.js';

const TURN = { kind: 'end', along: 5_000 } as const;
const shownWith = (over: Partial<Shown>): Shown => ({
  phase: 'on',
  isWaiting: false,
  isEstimated: false,
  place: null,
  heading: 0,
  meters: 0,
  remainingMeters: 0,
  remainingSeconds: 0,
  next: { cue: TURN, awayMeters: 2_000 },
  after: null,
  road: '',
  back: null,
  join: null,
  question: null,
  going: null,
  ...over,
});
const next = (awayMeters: number) => ({ next: { cue: TURN, awayMeters } });

it.each<[string, Partial<Shown>, number, number, boolean]>([
  ['far from a turn', {}, 20, 0, true],
  ['half a minute before one', next(600), 20, 0, false],
  ['before one in slow traffic', next(200), 2, 0, false],
  ['with no turn ahead', { next: null }, 20, 0, true],
  ['after a tap', {}, 20, 95_000, false],
  ['off the line', { phase: 'off' }, 20, 0, false],
  ['with a question', { question: { index: 0, name: 'Mill' } }, 20, 0, false],
  ['without GPS', { isWaiting: true }, 20, 0, false],
])('%s', (_name, over, speed, tappedAt, quiet) => {
  expect(isQuiet(shownWith(over), { at: 100_000, speed }, tappedAt)).toBe(quiet);
});
