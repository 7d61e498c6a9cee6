// Aim: the search finds the chains that fill the time with the most curvature, as trying every chain would.
import { describe, expect, it } from '@jest/globals';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import fc from 'fast-check';
import { estimateWay } from '@switchback/geo/straight-way';
import { type Candidate, type Chain, fitOf, rangeOf, searchChains } from './chain-search.js';
import { candidate, HOME, outing, placeAt } from './from-here.fixture.js';
import { type Outing, suits } from '@switchback/platform/wire/outing';

const search = (target: Outing, drives: readonly Candidate[]) => searchChains(target, drives, { isOver: () => false });

const manyDrives = () =>
  Array.from({ length: 500 }, (_, index) =>
    candidate(`d${index}`, placeAt(index % 25, index / 25), placeAt((index % 25) + 4, index / 25 + 3)),
  );

/** Returns where a drive of a chain starts and ends, in the direction in which the chain drives it. */
function endsOf({ drive, reversed }: Chain['stages'][number]): [LatLng, LatLng] {
  return reversed ? [drive.end, drive.start] : [drive.start, drive.end];
}

/** Returns the time of a chain that is driven through, by the distances on the globe. */
function secondsOf({ stages }: Pick<Chain, 'stages'>, home: LatLng = HOME): number {
  let at = home;
  let seconds = 0;
  for (const stage of stages) {
    const [start, end] = endsOf(stage);
    seconds += estimateWay(at, start).durationSeconds + stage.drive.duration;
    at = end;
  }
  return seconds + estimateWay(at, home).durationSeconds;
}

function worthOf({ stages }: Pick<Chain, 'stages'>): number {
  return stages.reduce((sum, { drive }) => {
    return sum + (drive.degreesPerKm * drive.distance * suits(drive.degreesPerKm, 'twisty')) / 1_000;
  }, 0);
}

/** Curvature per second, by the fit of the time. */
const rateOf = (worth: number, seconds: number, target: Outing) => (worth / seconds) * fitOf(seconds, target);

/** Returns the best rate of any chain of up to three drives that fills the time; 0 if none does. */
function bestRate(drives: readonly Candidate[], target: Outing): number {
  const { min, max } = rangeOf(target);
  const rateFrom = (stages: Chain['stages']): number => {
    const seconds = secondsOf({ stages });
    const own =
      stages.length > 0 && seconds >= min && seconds <= max ? rateOf(worthOf({ stages }), seconds, target) : 0;
    if (stages.length === 3) return own;
    const others = drives.filter((drive) => !stages.some((stage) => stage.drive === drive));
    const longer = others.flatMap((drive) =>
      [false, true].map((reversed) => rateFrom([...stages, { drive, reversed, turnsAt: null }])),
    );
    return Math.max(own, ...longer);
  };
  return rateFrom([]);
}

const near = fc.record({
  east: fc.double({ min: -25, max: 25, noNaN: true }),
  north: fc.double({ min: -25, max: 25, noNaN: true }),
});
const drive = fc.record({ start: near, end: near, degreesPerKm: fc.double({ min: 90, max: 160, noNaN: true }) });

describe('the search for chains', () => {
  it('finds one as good as the best of all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(drive, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 60, max: 240 }),
        async (drafts, minutes) => {
          const drives = drafts.map(({ start, end, degreesPerKm }, index) =>
            candidate(`d${index}`, placeAt(start.east, start.north), placeAt(end.east, end.north), { degreesPerKm }),
          );
          const target = outing(minutes);
          const { chains, isFilled } = await search(target, drives);
          const best = bestRate(drives, target);
          // A chain on the edge of the range may be in by one of the two formulas of distance only.
          if (isFilled && best > 0)
            expect(rateOf(chains[0]!.worth, chains[0]!.seconds, target)).toBeGreaterThan(best * 0.95);
          for (const chain of chains) {
            expect(Math.abs(chain.seconds - secondsOf(chain)) / chain.seconds).toBeLessThan(0.005);
            expect(chain.seconds).toBeLessThanOrEqual(rangeOf(target).max);
            expect(new Set(chain.stages.map((stage) => stage.drive)).size).toBe(chain.stages.length);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('drives a drive from its end if that is nearer', async () => {
    const drives = [candidate('a', placeAt(30, 5), placeAt(2, 5)), candidate('b', placeAt(32, 5), placeAt(32, -10))];
    const { chains } = await search(outing(130), drives);
    const along = chains[0]!.stages.map(({ drive, reversed }) => `${drive.id} ${reversed ? 'back' : 'on'}`);
    // The same chain in either direction.
    expect([
      ['a back', 'b on'],
      ['b back', 'a on'],
    ]).toContainEqual(along);
  });

  it('returns shorter chains, longest first, only if none fills the time', async () => {
    const drives = [candidate('a', placeAt(0, 0), placeAt(10, 0)), candidate('b', placeAt(0, 0), placeAt(0, 15))];
    const shorter = await search(outing(300), drives);
    expect(shorter.isFilled).toBe(false);
    expect(
      shorter.chains.map(({ stages }) =>
        stages
          .map((stage) => stage.drive.id)
          .sort()
          .join(''),
      ),
    ).toEqual(['ab', 'b', 'a']);
    const filled = await search(outing(75), drives);
    expect(filled.isFilled).toBe(true);
    expect((await search(outing(20), drives)).chains).toEqual([]);
  });

  it('omits chains that are hardly more than ways', async () => {
    const far = candidate('far', placeAt(40, 0), placeAt(42, 0));
    expect((await search(outing(110), [far])).chains).toEqual([]);
    expect((await search(outing(130), [{ ...far, duration: 1_800 }])).chains).toHaveLength(1);
  });

  it('offers out and back on the same road only without a loop', async () => {
    const long = candidate('long', placeAt(5, 0), placeAt(60, 0));
    expect((await search(outing(90), [long])).chains).toEqual([]);
    const { chains } = await search(outing(90, { loop: false }), [long]);
    expect(chains).toMatchObject([{ stages: [{ drive: { id: 'long' }, reversed: false }], seconds: 90 * 60 }]);
    const [{ turnsAt }] = chains[0]!.stages as [Chain['stages'][0]];
    expect(turnsAt).toBeCloseTo((45 * 60 - estimateWay(HOME, long.start).durationSeconds) / long.duration, 2);
  });

  it('crosses the antimeridian', async () => {
    const home = { lat: -17, lng: 179.98 };
    const drives = [candidate('a', placeAt(4, 0, home), placeAt(9, 12, home), { distance: 25_000, duration: 1_800 })];
    const { chains } = await search(outing(60, { home }), drives);
    expect(chains).toHaveLength(1);
    expect(distanceMeters(home, drives[0]!.start)).toBeLessThan(5_000);
    expect(chains[0]!.seconds).toBeCloseTo(secondsOf(chains[0]!, home), -1);
  });

  it('ends with what it found once its time is over', async () => {
    const drives = manyDrives();
    let calls = 0;
    const whole = await searchChains(outing(180), drives, { isOver: () => (calls += 1) < 0 });
    const all = calls;
    calls = 0;
    const cut = await searchChains(outing(180), drives, { isOver: () => (calls += 1) > all / 2 });
    expect(calls).toBeLessThan(all / 2 + 2);
    expect(cut.chains.length).toBeGreaterThan(0);
    expect(cut.chains.length).toBeLessThan(whole.chains.length);
  });

  it('ends when its caller leaves', async () => {
    const caller = new AbortController();
    let calls = 0;
    const isOver = () => {
      calls += 1;
      if (calls === 20) caller.abort(new Error('left'));
      return false;
    };
    await expect(searchChains(outing(180), manyDrives(), { isOver, signal: caller.signal })).rejects.toThrow('left');
    expect(calls).toBe(20);
  });

  it('lets other work run in between', async () => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await search(outing(180), manyDrives());
    isDone = true;
    expect(turns).toBeGreaterThan(20);
  });
});
