// Aim: a route restored from a draft offers what it offered before, and stays editable leg by leg.
import { encodePolyline } from '@switchback/geo/polyline';
import { describe, expect, it } from 'vitest';
import { directionsOf, legsOf, storedLegs, toStored } from './legs.js';
import type { LegAnswer } from '../../lib/drafts/route-snapshot.js';
import type { Slot } from './route-state.js';

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
}));
const legs = legsOf(slots);

function answerOf(index: number, rest: Partial<LegAnswer>): LegAnswer {
  const { start, end } = legs[index]!.request;
  const point = (location: typeof start) => ({ label: '', location });
  const path = encodePolyline([start, end]);
  return { source: 'valhalla', start: point(start), end: point(end), distance: 10, duration: 1, path, ...rest };
}

const turn = (instruction: string) => ({ instruction, location: slots[0]!.location!, distance: 1, duration: 1 });
const routed = [
  answerOf(0, { countries: [{ country: UNITED_STATES, states: [CAROLINA] }], maneuvers: [turn('left')] }),
  answerOf(1, {
    source: 'approximate',
    countries: [{ country: UNITED_STATES, states: [TENNESSEE] }],
    tags: [{ category: 'environment', name: 'river', source: 'map' }],
    maneuvers: [turn('right')],
  }),
].map((answer, index) => ({ leg: legs[index]!, answer }));
const directions = directionsOf(routed)!;

/** Returns directions as the draft in the browser holds them. */
const reloaded = () => JSON.parse(JSON.stringify(toStored(directions, routed))) as typeof directions;

describe('a stored route', () => {
  it('has the regions, tags and turns of the route, each once', () => {
    const known = storedLegs(reloaded());
    const restored = directionsOf(legs.map((leg) => ({ leg, answer: known.get(leg.request.key)! })));
    expect(restored).toEqual(directions);
    expect(restored?.countries).toEqual([{ country: UNITED_STATES, states: [CAROLINA, TENNESSEE] }]);
    expect(restored?.maneuvers?.map(({ instruction }) => instruction)).toEqual(['left', 'right']);
  });

  it('loses only the facts of a leg that is removed', () => {
    const known = storedLegs(reloaded());
    const rest = directionsOf([{ leg: legs[0]!, answer: known.get(legs[0]!.request.key)! }]);
    expect(rest?.countries).toEqual([{ country: UNITED_STATES, states: [CAROLINA] }]);
    expect(rest).toMatchObject({ source: 'valhalla', tags: [] });
  });

  it('applies the facts of an imported route to each of its legs', () => {
    const known = storedLegs(directions);
    expect([...known.values()].map(({ tags }) => tags?.length)).toEqual([1, 1]);
    const restored = directionsOf(legs.map((leg) => ({ leg, answer: known.get(leg.request.key)! })));
    expect(restored?.maneuvers).toHaveLength(2);
    expect(restored?.countries).toEqual(directions.countries);
  });
});
