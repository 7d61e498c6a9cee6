// Aim: the report shows missed goals, the spread of the rounds, and whether the machine was fit to measure on.
import { describe, expect, it } from '@jest/globals';
import { benchReport } from './bench-report.mjs';

const RUN = {
  startedAt: new Date('2026-01-02T03:04:05Z'),
  minutes: 12.3,
  load: [0.2, 0.1, 0.1],
  isBusy: false,
  options: { rounds: '5', seed: '7', sizes: '1k' },
  failures: [],
  machine: '2 × processor',
};
const figure = (median) => ({ median, low: median / 2, high: median * 2 });
const result = (change) => ({
  goal: 'P2',
  size: '1k',
  measure: 'search',
  unit: 'ms',
  floor: figure(1),
  ours: figure(3),
  ratio: figure(3),
  target: '≤ 2x',
  met: true,
  ...change,
});

describe('the report of the benchmarks', () => {
  it('has a row for each figure in the order of the goals, with its range', () => {
    const results = [result({ goal: 'O5' }), result({ goal: 'P10' }), result({ met: false, ours: figure(1_234.5) })];
    const text = benchReport(results, RUN);
    const rows = text.split('\n').filter((line) => /^\| [PO]\d/.test(line));
    expect(rows.map((row) => row.split(' | ')[0])).toEqual(['| P2', '| P10', '| O5']);
    expect(rows[0]).toContain('1,235 (617 to 2,469) ms');
    expect(rows[0]).toContain('**missed**');
    expect(text).toContain('3 figures: 2 meet their target, 1 miss it.');
  });

  it('omits the floor if there is none', () => {
    const text = benchReport([result({ floor: null, ratio: null })], RUN);
    expect(text).toContain('| P2 | 1k | search |  | 3 (1.5 to 6) ms |  |');
  });

  it('prints a repeated note once, with its sizes', () => {
    const text = benchReport([result({ note: 'alone' }), result({ size: '10k', note: 'alone' })], RUN);
    expect(text).toContain('- P2 (1k, 10k) search: alone');
  });

  it('warns of a busy machine and of incomplete programs', () => {
    const text = benchReport([], { ...RUN, isBusy: true, failures: ['part.ts'] });
    expect(text).toContain('The machine was busy');
    expect(text).toContain('part.ts did not complete');
    expect(benchReport([], RUN)).not.toContain('busy');
  });
});
