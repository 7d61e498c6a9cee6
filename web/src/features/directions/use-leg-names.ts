import type { Units } from '@switchback/contracts/rules/units';
import type { LatLng } from '@switchback/geo/location';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLazyPlaceQuery } from '../../api/place-endpoint.js';
import { useUnits } from '../../lib/store/store.js';
import { distanceText, fromMeters, numberText } from '../../lib/text/units.js';
import { directionsTexts as words } from '../../texts/directions.js';
import type { Course } from './course.js';
import type { Leg } from './legs.js';

const DEGREE_DECIMALS = 4;
/** Concurrent calls. */
const CALLS_MAX = 3;

/** Returns the texts of legs: their number, the towns at their ends, and their length. Towns appear as they load. */
export function useLegNames({ startAddress, endAddress }: Course, legs: readonly Leg[]): string[] {
  const units = useUnits();
  const ends = legs.slice(0, -1).map(({ points }) => points.at(-1)!);
  const between = useTowns(ends);
  const marks = legs.map((_, index) => legs.slice(0, index).reduce((sum, { distance }) => sum + distance, 0));
  const nameAt = (index: number): string | null => {
    const address = index === 0 ? startAddress : index === legs.length ? endAddress : '';
    if (address !== '') return townOf(address);
    const isEnd = index === 0 || index === legs.length;
    const town = isEnd ? '' : between(ends[index - 1]!);
    return town === '' ? markText(marks[index] ?? marks.at(-1)! + legs.at(-1)!.distance, units) : town;
  };
  return legs.map(({ distance }, index) => {
    const [from, to] = [nameAt(index), nameAt(index + 1)];
    const stretch = from === null || to === null ? '' : words.stretch(from, to);
    return words.leg(index + 1, legs.length, stretch, distanceText(distance, units));
  });
}

function townOf(address: string): string {
  const [town = ''] = address.split(',');
  return town.replace(/^near /, '').trim();
}

function markText(meters: number, units: Units): string {
  return words.mark[units](numberText(fromMeters(meters, units)));
}

/** Returns a function that returns the town at a place: null while it loads, empty if there is none. */
function useTowns(places: readonly LatLng[]): (place: LatLng) => string | null {
  const [findPlace] = useLazyPlaceQuery();
  const [towns, setTowns] = useState<Readonly<Record<string, string>>>({});
  const key = places.map(queryOf).join(' ');
  const find = useEffectEvent(async (query: string) => {
    const { data } = await findPlace(query, true);
    setTowns((found) => ({ ...found, [query]: data?.town?.name ?? '' }));
  });
  useEffect(() => {
    let isLive = true;
    const rest = key === '' ? [] : [...new Set(key.split(' '))];
    const work = async () => {
      for (let query = rest.shift(); query !== undefined && isLive; query = rest.shift()) await find(query);
    };
    void Promise.all(Array.from({ length: CALLS_MAX }, work));
    return () => {
      isLive = false;
    };
  }, [key]);
  return (place) => towns[queryOf(place)] ?? null;
}

function queryOf({ lat, lng }: LatLng): string {
  return `point:${Number(lat.toFixed(DEGREE_DECIMALS))},${Number(lng.toFixed(DEGREE_DECIMALS))}`;
}
