import type { Places } from '@switchback/platform/places/places';

const UNITED_STATES = { id: 233, name: 'United States' };

/**
 * Returns places on a fictional map: each square degree is a state of the United States, numbered by its corner, with a
 * town of the same number, which no line touches. Lookups by name find nothing.
 */
export function fakePlaces(): Places {
  const stateAt = ({ lat, lng }: { lat: number; lng: number }) => {
    const id = (Math.floor(lat) + 90) * 360 + Math.floor(lng) + 180;
    return { id, name: `State ${id}` };
  };
  return {
    autocomplete: () => Promise.resolve([]),
    place: () => Promise.resolve(null),
    countries: () => Promise.resolve([UNITED_STATES]),
    states: () => Promise.resolve([]),
    cities: () => Promise.resolve([]),
    regionsOf: (point) => ({ country: UNITED_STATES, state: stateAt(point) }),
    regionsAlong: (path) => {
      const states = new Map(path.map((point) => [stateAt(point).id, stateAt(point)]));
      return [{ country: UNITED_STATES, states: [...states.values()] }];
    },
    settledShare: () => 0,
    townAround: () => '',
    remoteCounty: () => '',
    address: (point) => `Town ${stateAt(point).id}, ${stateAt(point).name}`,
  };
}
