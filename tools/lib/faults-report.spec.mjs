// Aim: the report tells of every case how often it held and what was seen, and hides no run that broke or did not begin.
import { describe, expect, it } from '@jest/globals';
import { faultsReport } from './faults-report.mjs';

const RUN = {
  startedAt: new Date('2026-01-02T03:04:05Z'),
  minutes: 12.3,
  load: [0.5, 0.4, 0.3],
  options: { seed: '7' },
  machine: '2 × processor',
};
const held = (seed, ms, detail) => ({ fault: 'F1', title: 'a kill', outcome: 'held', seed, ms, detail });

describe('the report of the faults', () => {
  it('shows the range of what the runs of a case saw', () => {
    const text = faultsReport([held(7, 1_000, '10 kills, 95 writes'), held(8, 3_000, '10 kills, 1,024 writes')], RUN);
    expect(text).toContain('| F1 | a kill | 2 | 2 | 3.0 (1.0 to 3.0) | 10 kills, 95 to 1024 writes |');
    expect(text).toContain('2 runs held, 0 broke.');
  });

  it('names the seed of a run that broke', () => {
    const broken = { ...held(9, 500, 'c0-d1 is\nlost | gone'), outcome: 'broken' };
    const text = faultsReport([held(8, 500, 'fine'), broken], RUN);
    expect(text).toContain('| F1 | a kill | 2 | 1 |');
    expect(text).toContain('- **F1 a kill** broke on seed 9: c0-d1 is lost | gone');
  });

  it('says why a case did not run', () => {
    const skipped = { fault: 'F3', title: 'no broker', outcome: 'skipped', seed: null, ms: 0, detail: 'none is named' };
    expect(faultsReport([skipped], RUN)).toContain('| F3 | no broker | 0 | 0 |  | skipped: none is named |');
  });
});
