// Aim: the report shows how often each case held and what was observed, and hides no run that broke or did not start.
import { describe, expect, it } from '@jest/globals';
import { faultsReport } from './faults-report.mjs';

const RUN = { options: { seed: '7' }, machine: '2 × processor' };
const held = (seed, ms, detail, at = '2026-01-02T03:04:05Z') => ({
  fault: 'F1',
  title: 'a kill',
  outcome: 'held',
  seed,
  at,
  load: 1.5,
  ms,
  times: 10,
  detail,
});

describe('the report of the faults', () => {
  it('adds up the runs of a case, and shows the range of their observations', () => {
    const text = faultsReport([held(7, 1_000, '1 loss, 95 writes'), held(8, 3_000, '1 loss, 1,024 writes')], RUN);
    expect(text).toContain('| F1 | a kill | 2 | 2 | 20 | 3.0 (1.0 to 3.0) | 1 loss, 95 to 1024 writes |');
    expect(text).toContain('2 runs held, 0 broke.');
  });

  it('prints the seed of a broken run', () => {
    const broken = { ...held(9, 500, 'c0-d1 is\nlost | gone'), outcome: 'broken', times: 0 };
    const text = faultsReport([held(8, 500, 'fine'), broken], RUN);
    expect(text).toContain('| F1 | a kill | 2 | 1 | 10 |');
    expect(text).toContain('- **F1 a kill** broke on seed 9 at 2026-01-02 03:04 UTC: c0-d1 is lost | gone');
  });

  it('counts a repeated seed once, and still reports the earlier break', () => {
    const broken = { ...held(8, 500, 'lost'), outcome: 'broken', times: 0 };
    const text = faultsReport([broken, held(8, 500, 'fine', '2026-01-02T04:00:00Z')], RUN);
    expect(text).toContain('1 runs held, 0 broke.');
    expect(text).toContain('| F1 | a kill | 1 | 1 | 10 |');
    expect(text).toContain('broke on seed 8 at 2026-01-02 03:04 UTC, and held at 2026-01-02 04:00 UTC: lost');
    expect(text).toContain('2026-01-02 03:04 UTC to 2026-01-02 04:00 UTC');
  });

  it('reports why a case did not run', () => {
    const skipped = {
      ...held(null, 0, 'none is named'),
      fault: 'F3',
      title: 'no broker',
      outcome: 'skipped',
      times: 0,
    };
    expect(faultsReport([skipped], RUN)).toContain('| F3 | no broker | 0 | 0 | 0 |  | skipped: none is named |');
  });
});
