// Aim: a route restored from a draft offers what it offered before, and stays editable leg by leg.
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { describe, expect, it } from 'vitest';
import {
  directionsOf,
  isWhollyRouted,
  legsOf,
  requestsOf,
  routedLeg,
  storedLegs,
  toStored,
  withoutTurnBacks,
  withWays,
} from './legs.js';
import type { LegAnswer, StoredDirections } from '../../lib/drafts/route-snapshot.js';
import type { Slot } from './route-state.js';
import { OPEN_WAY, splitWay, type Way } from './ways.js';

const UNITED_STATES = { id: 233, name: 'United States' };
const [CAROLINA, TENNESSEE] = [
  { id: 1, name: 'North Carolina' },
  { id: 2, name: 'Tennessee' },
];

const slots = [35.1, 35.2, 35.3].map((lat, id): Slot => ({
  id,
  label: '',
  location: { lat, lng: -82 },
  freehand: false,
  taste: null,
  way: OPEN_WAY,
  near: false,
}));
const legs = legsOf(slots);

function answerOf(index: number, rest: Partial<LegAnswer>): LegAnswer {
  const { start, end } = legs[index]!.parts[0]!.request;
  const point = (location: typeof start) => ({ label: '', location });
  const path = encodePolyline([start, end]);
  return { source: 'valhalla', start: point(start), end: point(end), distance: 10, duration: 1, path, ...rest };
}

const turn = (text: string) => ({ type: 'turn', along: 1, road: '', exit: null, text });
const routed = [
  answerOf(0, { countries: [{ country: UNITED_STATES, states: [CAROLINA] }], maneuvers: [turn('left')] }),
  answerOf(1, {
    source: 'approximate',
    countries: [{ country: UNITED_STATES, states: [TENNESSEE] }],
    tags: [{ category: 'environment', name: 'river', source: 'map' }],
    maneuvers: [turn('right')],
  }),
].map((answer, index) => routedLeg(legs[index]!, () => answer));
const directions = directionsOf(routed)!;

/** Returns directions as the draft in the browser holds them. */
const reloaded = () => JSON.parse(JSON.stringify(toStored(directions, routed))) as typeof directions;

describe('a stored route', () => {
  it('has the regions, tags and turns of the route, each once', () => {
    const known = storedLegs(reloaded(), slots);
    const restored = directionsOf(legs.map((leg) => routedLeg(leg, ({ key }) => known.get(key)!)));
    expect(restored).toEqual(directions);
    expect(restored?.countries).toEqual([{ country: UNITED_STATES, states: [CAROLINA, TENNESSEE] }]);
    expect(restored?.legs.map(({ maneuvers }) => maneuvers?.map(({ text }) => text))).toEqual([['left'], ['right']]);
  });

  it('loses only the facts of a leg that is removed', () => {
    const known = storedLegs(reloaded(), slots);
    const rest = directionsOf([routedLeg(legs[0]!, ({ key }) => known.get(key)!)]);
    expect(rest?.countries).toEqual([{ country: UNITED_STATES, states: [CAROLINA] }]);
    expect(rest).toMatchObject({ source: 'valhalla', tags: [] });
  });

  it('applies the facts of an imported route to each of its legs', () => {
    const known = storedLegs(directions, slots);
    expect([...known.values()].map(({ tags }) => tags?.length)).toEqual([1, 1]);
    const restored = directionsOf(legs.map((leg) => routedLeg(leg, ({ key }) => known.get(key)!)));
    expect(restored?.countries).toEqual(directions.countries);
  });
});

describe('the ways of a stored route', () => {
  const [a, b, c] = slots.map(({ location }) => location!) as [LatLng, LatLng, LatLng];
  const stops = [a, b].map((location) => ({ label: '', location }));
  const bent = { lat: 35.15, lng: -82.01 };
  const directionsWith = (path: LatLng[], source: LegAnswer['source'] = 'track') => ({
    source,
    legs: [{ ...answerOf(0, {}), source, path: encodePolyline(path) }],
  });
  const wayOf = (path: LatLng[], source?: LegAnswer['source']) => withWays(stops, directionsWith(path, source))[1];

  it.each<[string, LatLng[], LegAnswer['source'], boolean | undefined, number]>([
    ['a recorded line fixed', [a, bent, b], 'track', undefined, 1],
    ['a drawn line straight', [a, b], 'track', true, 0],
    ['a recorded line with a stretch without roads fixed', [a, bent, b], 'approximate', undefined, 1],
    ['a leg without roads open to them', [a, b], 'approximate', false, 0],
    ['a routed line open to other roads', [a, bent, b], 'valhalla', false, 0],
  ])('keep %s', (_name, path, source, freehand, fixed) => {
    const stop = wayOf(path, source);
    expect(stop?.freehand).toBe(freehand);
    expect(stop?.way?.filter((part) => part !== null)).toHaveLength(fixed);
  });

  it('belong to their own legs where the route goes the same way twice', () => {
    const laps = [a, b, a, b].map((location) => ({ label: '', location }));
    const point = (location: LatLng) => ({ label: '', location });
    const leg = (start: LatLng, end: LatLng, via: LatLng) => ({
      ...answerOf(0, {}),
      start: point(start),
      end: point(end),
      path: encodePolyline([start, via, end]),
    });
    const other = { lat: 35.15, lng: -82.03 };
    const file = { source: 'track' as const, legs: [leg(a, b, bent), leg(b, a, bent), leg(a, b, other)] };
    const ways = withWays(laps, { ...file, legs: file.legs.map((each) => ({ ...each, isFixed: true })) });
    expect(ways.map(({ way }) => way?.map((part) => part?.path))).toEqual([
      undefined,
      ...file.legs.map(({ path }) => [path]),
    ]);
  });

  it('are those of the draft: recorded parts fixed, the route between them known without a request', () => {
    const recorded = answerOf(0, { source: 'track', path: encodePolyline([a, bent, b]) });
    const way: Way = [splitWay([recorded], 0, bent).before[0]!, null];
    const edited = legsOf([slots[0]!, { ...slots[1]!, way }]);
    const road = answerOf(0, { source: 'valhalla', path: encodePolyline([bent, c, b]) });
    const routed = edited.map((leg) =>
      routedLeg(leg, ({ start, end }) => ({
        ...road,
        start: { label: '', location: start },
        end: { label: '', location: end },
      })),
    );
    const directions = directionsOf(routed)!;
    const stored = JSON.parse(JSON.stringify(toStored(directions, routed))) as StoredDirections;
    const answers = storedLegs(stored, stops);
    const [, stop] = withWays(stops, stored);
    expect(stop?.way?.map((part) => part?.path ?? null)).toEqual([encodePolyline([a, bent]), null]);
    const restored = legsOf([slots[0]!, { ...slots[1]!, way: stop!.way! }]);
    expect(directionsOf(restored.map((leg) => routedLeg(leg, ({ key }) => answers.get(key) ?? null)))).toEqual(
      directions,
    );
    expect(decodePolyline(directions.legs[0]!.path)).toEqual([a, bent, c, b]);
  });
});

describe('a stop that the route passes nearby', () => {
  const [west, stop, east] = [
    { lat: 35.2, lng: -82.01 },
    { lat: 35.203, lng: -82 },
    { lat: 35.2, lng: -81.99 },
  ];
  const junction = { lat: 35.2, lng: -82 };
  const slotsWith = (near: boolean, way: Way = OPEN_WAY) =>
    [west, stop, east].map((location, id): Slot => ({
      id,
      label: '',
      location,
      freehand: false,
      taste: null,
      way: id === 1 ? way : OPEN_WAY,
      near,
    }));
  const routed = (slots: readonly Slot[], known?: ReadonlyMap<string, LegAnswer>) =>
    withoutTurnBacks(
      legsOf(slots).map((leg) =>
        routedLeg(leg, ({ key, start, end }) => {
          if (known) return known.get(key) ?? null;
          const [from, to] = [start, end].map((location) => ({ label: '', location }));
          const path = encodePolyline([start, junction, end]);
          return { source: 'valhalla', start: from!, end: to!, distance: 1_000, duration: 60, path };
        }),
      ),
    );
  const linesOf = (legs: ReturnType<typeof routed>) => legs.map(({ answer }) => decodePolyline(answer!.path));

  it('is not visited: both legs end where they part, and are as much shorter', () => {
    const legs = routed(slotsWith(true));
    expect(linesOf(legs)).toEqual([
      [west, junction],
      [junction, east],
    ]);
    expect(legs[0]!.answer!.distance).toBeCloseTo(1_000 * (910 / 1_243), -1);
    expect(linesOf(routed(slotsWith(false)))).toEqual([
      [west, junction, stop],
      [stop, junction, east],
    ]);
  });

  it('keeps a line that a person recorded there', () => {
    const [before] = routed(slotsWith(false));
    expect(linesOf(routed(slotsWith(true, [before!.answer])))[0]).toEqual([west, junction, stop]);
  });

  it('is restored from a draft, and is visited again once it is an exact stop', () => {
    const legs = routed(slotsWith(true));
    const stored = JSON.parse(JSON.stringify(toStored(directionsOf(legs)!, legs))) as StoredDirections;
    const answers = storedLegs(stored, slotsWith(true));
    expect(linesOf(routed(slotsWith(true), answers))).toEqual(linesOf(legs));
    expect(routed(slotsWith(false), answers).map(({ answer }) => answer)).toEqual([null, null]);
  });
});

describe('a leg whose way was chosen', () => {
  const twisty = slots.with(1, { ...slots[1]!, taste: 'twisty' });
  const [first, second] = legsOf(twisty);

  it('is requested by its kind, and sent and stored with it', () => {
    expect(requestsOf([first!, second!]).map(({ taste }) => taste)).toEqual(['twisty', undefined]);
    const answers = [first!, second!].map((leg, index) =>
      routedLeg(leg, () => answerOf(index, index === 0 ? { taste: 'twisty' } : {})),
    );
    const route = directionsOf(answers)!;
    expect(route.legs.map(({ taste }) => taste)).toEqual(['twisty', undefined]);
    const stored = JSON.parse(JSON.stringify(toStored(route, answers))) as StoredDirections;
    expect([...storedLegs(stored, slots).keys()]).toEqual([first!, second!].map(({ parts }) => parts[0]!.request.key));
    expect(withWays(slots, stored).map(({ taste }) => taste ?? null)).toEqual([null, 'twisty', null]);
  });

  it('has no kind once it is straight', () => {
    const [straight] = legsOf(twisty.with(1, { ...twisty[1]!, freehand: true }));
    expect([requestsOf([straight!]), isWhollyRouted(straight!)]).toEqual([[], false]);
    expect(directionsOf([routedLeg(straight!, () => null)])?.legs[0]?.taste).toBeUndefined();
  });
});
