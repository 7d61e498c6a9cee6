// Aim: the fifteen rules of the guide hold, each on a replayed drive: the drawn line is law, and nothing is announced late.
import { describe, expect, it } from '@jest/globals';
import { continuesByItself, drivenShare, startGuide } from '@switchback/geo/guide/drive-guide';
import type { Fix, GuideEvent } from '@switchback/geo/guide/guide-state';
import { joinPlace } from '@switchback/geo/guide/shown';
import {
  after,
  eventsOf,
  fixesOf,
  kindsOf,
  lineOf,
  placeAt,
  replay,
  road,
  standing,
  START_AT,
  ticks,
  turnAt,
} from './replay.js';

const STRAIGHT = road([0, 0], [0, 5_000]);
const drive = (path = STRAIGHT, rest: Partial<Parameters<typeof fixesOf>[0]> = {}) =>
  eventsOf(fixesOf({ path, ...rest }));
const stop = (name: string, east: number, north: number, isShaping = false) => ({
  name,
  location: placeAt(east, north),
  isShaping,
});
/** Leaves the road north at 1 km and joins it again at 3 km. */
const DETOUR = road([0, 0], [0, 1_000], [800, 1_000], [800, 3_000], [0, 3_000], [0, 5_000]);

describe('1: the order of stops', () => {
  it('passes a shaping point by its place on the line, and asks once about a missed stop', () => {
    const line = lineOf(STRAIGHT, {
      stops: [stop('', 60, 1_500, true), stop('Mill', 0, 2_000), stop('Inn', 0, 4_000)],
    });
    const { heard, last, steps } = replay(line, drive(DETOUR));
    expect(heard.filter(({ speech }) => speech.kind === 'missed')).toHaveLength(1);
    expect(last.shown.question).toEqual({ index: 1, name: 'Mill' });
    expect(last.state.stops).toEqual(['passed', 'missed', 'passed']);
    const choice = (answer: 'go' | 'skip'): GuideEvent => ({
      kind: 'stop',
      at: after0(last),
      index: 1,
      choice: answer,
    });
    expect(replay(line, [choice('skip')], last.state).last.state.phase).toBe('arrived');
    const going = replay(line, [choice('go')], last.state).last;
    expect(going.shown.going).toMatchObject({ name: 'Mill', index: 1 });
    const back = fixesOf({ path: road([0, 5_000], [0, 1_990]), startAt: after0(going) });
    const returned = replay(line, eventsOf(back), going.state);
    expect(returned.last.state.stops[1]).toBe('passed');
    expect(kindsOf(returned)).not.toContain('off');
    expect(steps[0]!.state.phase).toBe('on');
  });
});

const after0 = ({ state }: { state: { at: number } }) => state.at + 1_000;

describe('2 and 10: off the line', () => {
  const line = lineOf(STRAIGHT);
  it('says one sentence, points to the nearest stretch ahead, and sounds once when back', () => {
    const { heard, steps } = replay(line, drive(DETOUR));
    expect(kindsOf({ heard }).filter((kind) => kind === 'off' || kind === 'back')).toEqual(['off', 'back']);
    const off = steps.filter(({ shown }) => shown.phase === 'off');
    expect(off.length).toBeGreaterThan(50);
    for (const { shown } of off) {
      expect(shown.back!.awayMeters).toBeLessThan(830);
      expect(shown.back!.meters).toBeGreaterThanOrEqual(shown.meters);
    }
    // West of the detour lies the line.
    expect(off.at(-30)!.shown.back!.bearing).toBeCloseTo(270, -1);
    expect(line.totalMeters).toBeCloseTo(5_000, -1);
  });
});

describe('3: matching in a window', () => {
  it('counts a loop driven twice once per lap, in order', () => {
    const lap: [number, number][] = [
      [1_000, 0],
      [1_000, 1_000],
      [0, 1_000],
      [0, 0],
    ];
    const path = road([0, 0], ...lap, ...lap);
    const { steps, heard, last } = replay(lineOf(path), drive(path));
    steps.forEach(({ shown }, second) => expect(Math.abs(shown.meters - second * 20)).toBeLessThan(25));
    expect(last.state.phase).toBe('arrived');
    expect(kindsOf({ heard })).toEqual(['end far', 'arrived']);
  });

  it('tells the way back on the same road from the way out by its heading', () => {
    const path = road([0, 0], [0, 3_000], [0, 0]);
    const { steps } = replay(lineOf(path), drive(path));
    steps.forEach(({ shown }, second) => expect(Math.abs(shown.meters - second * 20)).toBeLessThan(45));
  });

  it('crosses a figure of eight straight on', () => {
    const path = road([0, 0], [2_000, 2_000], [2_000, 0], [0, 2_000]);
    const { steps } = replay(lineOf(path), drive(path));
    steps.forEach(({ shown }, second) => expect(Math.abs(shown.meters - second * 20)).toBeLessThan(25));
  });

  it('counts no stretch that a wrong turn cut off', () => {
    const { last } = replay(lineOf(STRAIGHT), drive(DETOUR));
    expect(drivenShare(lineOf(STRAIGHT), last.state)).toBeCloseTo(0.6, 1);
  });
});

describe('4: arrival', () => {
  it('has not arrived at the start of a loop', () => {
    const path = road([0, 0], [1_000, 0], [1_000, 1_000], [0, 1_000], [0, 0]);
    const { steps } = replay(lineOf(path), drive(path));
    const arrived = steps.findIndex(({ state }) => state.phase === 'arrived');
    expect(arrived * 20).toBeGreaterThanOrEqual(3_950);
  });
});

describe('5: the start', () => {
  const line = lineOf(STRAIGHT);
  it('offers to join the line in its middle', () => {
    const fix: Fix = { ...placeAt(10, 2_000), at: START_AT, accuracyMeters: 8, speed: 0, heading: null };
    expect(joinPlace(line, fix)).toBeCloseTo(2_000, -2);
    expect(joinPlace(line, { ...placeAt(2_000, 2_000), accuracyMeters: 8 })).toBeNull();
    const events = drive(STRAIGHT, { fromMeters: 2_500 });
    expect(replay(line, events.slice(0, 5)).last.shown).toMatchObject({ phase: 'approach', join: expect.any(Number) });
    const joined = replay(line, events, startGuide(line, START_AT, 2_400));
    expect(joined.steps[1]!.state.phase).toBe('on');
    expect(joined.last.state.phase).toBe('arrived');
    const chosen = replay(line, [{ kind: 'join', at: START_AT, meters: 2_500 }, ...events]);
    expect(chosen.last.state.phase).toBe('arrived');
  });

  it('leads to the start from elsewhere, and begins there', () => {
    const path = road([-1_000, 0], [0, 0], [0, 1_000]);
    const { steps, heard } = replay(line, drive(path));
    expect(steps[10]!.shown.phase).toBe('approach');
    expect(steps[10]!.shown.back!.awayMeters).toBeCloseTo(800, -1);
    expect(steps.at(-1)!.shown.meters).toBeCloseTo(1_000, -2);
    expect(kindsOf({ heard })).toEqual([]);
  });
});

describe('6: progress', () => {
  it('is that of the fixes alone, in any order of arrival', () => {
    const events = drive();
    const { last } = replay(lineOf(STRAIGHT), [...events.slice(0, 100), ...events.slice(50, 60)]);
    expect(last.shown.meters).toBeCloseTo(1_980, 0);
  });
});

describe('7 and 9: announcements', () => {
  it.each([
    { speed: 30, expected: [750, 240] },
    { speed: 20, expected: [500, 160] },
    { speed: 5, expected: [150, 40] },
  ])('come by seconds at $speed m/s, or by meters if slow, twice at most', ({ speed, expected }) => {
    const line = lineOf(STRAIGHT, { maneuvers: [turnAt(2_000)] });
    const { heard } = replay(line, drive(STRAIGHT, { speed, toMeters: 2_600 }));
    const away = heard.map(({ speech }) => (speech.kind === 'cue' ? speech.awayMeters : -1));
    expect(kindsOf({ heard })).toEqual(['turn far', 'turn near']);
    away.forEach((meters, index) => expect(Math.abs(meters - expected[index]!)).toBeLessThanOrEqual(speed + 1));
  });

  it('add the age of the fix', () => {
    const line = lineOf(STRAIGHT, { maneuvers: [turnAt(2_000)] });
    const events = drive(STRAIGHT, { toMeters: 1_400 });
    const { heard } = replay(line, [...events, ...ticks(20, START_AT + 71_000)]);
    expect(Math.abs(heard[0]!.at - START_AT - 75_000)).toBeLessThanOrEqual(1_000);
  });

  it('join two turns within ten seconds', () => {
    const line = lineOf(STRAIGHT, { maneuvers: [turnAt(2_000, 'Turn left.'), turnAt(2_150, 'Turn right.')] });
    const { heard } = replay(line, drive(STRAIGHT, { toMeters: 2_600 }));
    expect(kindsOf({ heard })).toEqual(['turn far', 'turn near', 'turn now']);
    expect(heard.map(({ speech }) => (speech.kind === 'cue' && speech.then !== null ? 'then' : ''))).toEqual([
      '',
      'then',
      '',
    ]);
  });

  it.each([
    { speed: 4, gaps: [40, 50] },
    { speed: 12, gaps: [60] },
    { speed: 20, gaps: [50] },
    { speed: 20, gaps: [190, 199, 150] },
    { speed: 30, gaps: [290, 100, 280] },
  ])('name a turn twice at most, and once at least, at $speed m/s with $gaps m between turns', ({ speed, gaps }) => {
    const places = [2_000];
    for (const gap of gaps) places.push(places.at(-1)! + gap);
    const line = lineOf(STRAIGHT, { maneuvers: places.map((along) => turnAt(along, `Turn at ${along}.`)) });
    const { heard } = replay(line, drive(STRAIGHT, { speed, toMeters: 3_200 }));
    const cues = heard.flatMap(({ speech }) => (speech.kind === 'cue' ? [speech.cue, speech.then] : []));
    const named = cues.flatMap((cue) => (cue?.kind === 'turn' ? [cue.along] : []));
    for (const along of places) {
      const times = named.filter((each) => each === along).length;
      expect({ along, isNamed: times >= 1, isTwiceAtMost: times <= 2 }).toEqual({
        along,
        isNamed: true,
        isTwiceAtMost: true,
      });
    }
    // The first two are one sentence.
    expect(
      heard.some(
        ({ speech }) => speech.kind === 'cue' && speech.cue.along === 2_000 && speech.then?.along === places[1],
      ),
    ).toBe(true);
  });

  it('never come after the turn', () => {
    const line = lineOf(STRAIGHT, { maneuvers: [turnAt(2_000)] });
    const near = drive(STRAIGHT, { fromMeters: 1_970, toMeters: 2_600 });
    const { heard } = replay(line, near, startGuide(line, START_AT, 1_970));
    expect(kindsOf({ heard })).toEqual(['turn now']);
    const past = replay(
      line,
      drive(STRAIGHT, { fromMeters: 2_010, toMeters: 2_600 }),
      startGuide(line, START_AT, 2_010),
    );
    expect(past.heard).toEqual([]);
  });

  it.each([
    { level: 'all' as const, expected: ['place far', 'turn far', 'turn near'] },
    { level: 'turns' as const, expected: ['turn far', 'turn near'] },
    { level: 'silent' as const, expected: [] },
  ])('keep to the level $level', ({ level, expected }) => {
    const places = [{ name: 'Falls', location: placeAt(20, 1_000) }];
    const line = lineOf(STRAIGHT, { maneuvers: [turnAt(2_000)], places });
    const { heard } = replay(line, [{ kind: 'level', at: START_AT, level }, ...drive(STRAIGHT, { toMeters: 2_600 })]);
    expect(kindsOf({ heard })).toEqual(expected);
  });
});

describe('8: bends', () => {
  const hairpins = Array.from({ length: 12 }, (_, index): [number, number][] => [
    [index % 2 === 0 ? 300 : 0, 1_000 + index * 40],
    [index % 2 === 0 ? 300 : 0, 1_000 + index * 40 + 20],
  ]).flat();
  const path = road([0, 0], [0, 1_000], ...hairpins, [0, 3_000]);

  it('are announced as one stretch of hairpins, once', () => {
    const { heard } = replay(lineOf(path), drive(path, { speed: 10 }));
    expect(kindsOf({ heard })).toEqual(['hairpins far', 'end far', 'arrived']);
    const [first] = heard;
    expect(first!.speech).toMatchObject({ cue: { count: expect.any(Number) } });
    const { cue } = first!.speech as { cue: { count: number } };
    expect(cue.count).toBeGreaterThanOrEqual(10);
  });

  it('of the same road are no turns, nor is a new name', () => {
    const maneuvers = [
      turnAt(500, 'Continue.', 'continue'),
      turnAt(900, 'It is now Mill Road.', 'becomes', 'Mill Road'),
    ];
    const { heard, last } = replay(lineOf(STRAIGHT, { maneuvers }), drive(STRAIGHT, { toMeters: 2_000 }));
    expect(heard).toEqual([]);
    expect(last.shown.road).toBe('Mill Road');
  });
});

describe('11: hysteresis', () => {
  const aside = (meters: number, from: number, seconds: number, accuracyMeters = 8) =>
    eventsOf(
      fixesOf({
        path: road([meters, 0], [meters, 5_000]),
        fromMeters: from,
        toMeters: from + seconds * 20 - 1,
        startAt: START_AT + (from / 20) * 1_000,
        accuracyMeters,
      }),
    );
  const line = lineOf(STRAIGHT);
  it.each([
    { name: 'two far fixes', events: aside(60, 1_000, 2), off: false },
    { name: 'three far fixes', events: aside(60, 1_000, 3), off: true },
    { name: 'far fixes within twice their accuracy', events: aside(60, 1_000, 9, 40), off: false },
    { name: 'fixes of 101 m', events: aside(900, 1_000, 9, 101), off: false },
  ])('after $name: off is $off', ({ events, off }) => {
    const before = drive(STRAIGHT, { toMeters: 990 });
    expect(kindsOf(replay(line, [...before, ...events])).includes('off')).toBe(off);
  });

  it('is off after 100 m against the line, and on again after two fixes', () => {
    const out = fixesOf({ path: STRAIGHT, toMeters: 1_000 });
    const back = fixesOf({ path: road([0, 1_000], [0, 0]), toMeters: 600, startAt: after(out) });
    const again = fixesOf({ path: road([0, 400], [0, 2_000]), toMeters: 400, startAt: after(back) });
    const turned = replay(line, eventsOf([...out, ...back]));
    expect(turned.last.shown.phase).toBe('off');
    expect(kindsOf(turned)).toEqual(['off']);
    const { steps } = replay(line, eventsOf(again), turned.last.state);
    expect(steps.slice(0, 2).map(({ shown }) => shown.phase)).toEqual(['off', 'on']);
  });

  it('waits for the device with an old or inaccurate fix', () => {
    const before = drive(STRAIGHT, { toMeters: 1_000 });
    const at = START_AT + 70_000;
    const fix: Fix = { ...placeAt(0, 1_400), at: at - 11_000, accuracyMeters: 8, speed: 20, heading: 0 };
    const old = replay(line, [...before, { kind: 'fix', at, fix }]).last;
    expect(old.shown.isWaiting).toBe(true);
    expect(old.state.meters).toBeCloseTo(1_000, -1);
  });
});

describe('12: a tunnel', () => {
  it('goes on at the last speed for a minute, then catches up silently', () => {
    const line = lineOf(STRAIGHT, { maneuvers: [2_500, 3_000, 3_300, 4_900].map((along) => turnAt(along)) });
    const before = drive(STRAIGHT, { toMeters: 1_000 });
    const inside = replay(line, [...before, ...ticks(90, START_AT + 51_000)]);
    expect(inside.steps[80]!.shown).toMatchObject({ isEstimated: true, isWaiting: true });
    expect(inside.steps[80]!.shown.meters).toBeCloseTo(1_600, -2);
    expect(inside.last.shown.meters).toBeCloseTo(2_200, -2);
    const out = drive(STRAIGHT, { fromMeters: 4_000, toMeters: 4_300, startAt: START_AT + 150_000 });
    // Farther than the last speed explains: faster in the tunnel.
    const behind = replay(line, out, inside.last.state);
    expect(behind.heard).toEqual([]);
    expect(behind.last.shown).toMatchObject({ phase: 'on', isEstimated: false });
  });
});

describe('13: a hidden page', () => {
  it('says nothing, and nothing stale on return', () => {
    const line = lineOf(STRAIGHT, { maneuvers: [turnAt(2_000)] });
    const events = drive(STRAIGHT, { toMeters: 3_000 });
    const { heard } = replay(line, [
      ...events.slice(0, 50),
      { kind: 'page', at: START_AT + 50_000, isVisible: false },
      ...events.slice(50, 110),
      { kind: 'page', at: START_AT + 110_000, isVisible: true },
      ...events.slice(110),
    ]);
    expect(heard).toEqual([]);
  });
});

describe('14: the stored state', () => {
  it('continues at the same second, and asks after two hours', () => {
    const line = lineOf(STRAIGHT, { maneuvers: [turnAt(1_000), turnAt(2_000), turnAt(3_000)] });
    const events = drive();
    const whole = kindsOf(replay(line, events));
    for (let cut = 1; cut < events.length; cut += 5) {
      const first = replay(line, events.slice(0, cut));
      const second = replay(line, events.slice(cut), first.last.state);
      expect([...kindsOf(first), ...kindsOf(second)]).toEqual(whole);
    }
    expect(continuesByItself({ at: START_AT }, START_AT + 7_200_000)).toBe(true);
    expect(continuesByItself({ at: START_AT }, START_AT + 7_200_001)).toBe(false);
  });
});

describe('15: a stop', () => {
  it('of 40 minutes is no end, and the clock of moving time stands', () => {
    const first = fixesOf({ path: STRAIGHT, toMeters: 2_000 });
    const pause = standing(placeAt(0, 2_000), 2_400, after(first));
    const rest = fixesOf({ path: STRAIGHT, fromMeters: 2_000, startAt: after(pause) });
    const { last, heard } = replay(lineOf(STRAIGHT), eventsOf([...first, ...pause, ...rest]));
    expect(kindsOf({ heard })).toEqual(['end far', 'arrived']);
    expect(last.state.movingSeconds).toBeCloseTo(250, -1);
    expect(last.state.drivenMeters).toBeCloseTo(5_000, -2);
  });

  it('on a ferry stands as well', () => {
    const maneuvers = [turnAt(1_000, 'Take the ferry.', 'ferry'), turnAt(3_000, 'Leave it.', 'ferryExit')];
    const { last } = replay(lineOf(STRAIGHT, { maneuvers }), drive());
    expect(last.state.movingSeconds).toBeCloseTo(150, -1);
    expect(last.state.phase).toBe('arrived');
  });
});
