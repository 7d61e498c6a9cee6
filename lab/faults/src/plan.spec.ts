// Aim: an interrupted session of faults has run some of each case, and a resumed one repeats no run that held.
import { expect, it } from '@jest/globals';
import type { FaultCase } from './fault.js';
import { nameOf, planRuns } from './plan.js';

const caseOf = (title: string, full: number, more: Partial<FaultCase> = {}): FaultCase => ({
  fault: 'F1',
  title,
  runs: { short: 1, full },
  run: () => Promise.reject(new Error('Nobody runs this.')),
  ...more,
});
const FULL = { seed: 5, count: null, isShort: false };
const namesOf = (planned: ReturnType<typeof planRuns>) => planned.map(({ fault, seed }) => `${fault.title} ${seed}`);

it('spreads the runs of each case over the whole', () => {
  const planned = namesOf(planRuns([caseOf('often', 4), caseOf('rare', 2)], FULL, new Set()));
  expect(planned).toEqual(['often 5', 'rare 5', 'often 6', 'often 7', 'rare 6', 'often 8']);
});

it('starts no run again that held, and none that cannot run', () => {
  const held = new Set([nameOf({ fault: 'F1', title: 'often', seed: 6 })]);
  const cases = [caseOf('often', 3), caseOf('impossible', 3, { skipped: 'no engine' })];
  expect(namesOf(planRuns(cases, FULL, held))).toEqual(['often 5', 'often 7']);
});

it('follows the requested count, but only within the short form', () => {
  const cases = [caseOf('quick', 9), caseOf('slow', 9, { runs: { short: 0, full: 9 } })];
  expect(namesOf(planRuns(cases, { ...FULL, count: 2, isShort: true }, new Set()))).toEqual(['quick 5', 'quick 6']);
});
