import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import type { LatLng } from '@switchback/geo/location';
import { useEffect } from 'react';
import { getPosition } from 'suncalc';

/** The sun this far below the horizon leaves enough light, in degrees: civil twilight is half over. */
const DUSK_DEGREES = -3;

export function isDark(at: number, { lat, lng }: LatLng): boolean {
  return getPosition(new Date(at), lat, lng).altitude < DUSK_DEGREES;
}

/** Returns the colors by the sun at a place, unless the person has chosen them; they apply while it is mounted. */
export function useDaylight(at: number, place: LatLng): MantineColorScheme {
  const { colorScheme } = useMantineColorScheme();
  const chosen = colorScheme === 'auto' ? (isDark(at, place) ? 'dark' : 'light') : colorScheme;
  useEffect(() => {
    const root = document.documentElement;
    const before = root.dataset['mantineColorScheme'];
    root.dataset['mantineColorScheme'] = chosen;
    return () => {
      if (before === undefined) delete root.dataset['mantineColorScheme'];
      else root.dataset['mantineColorScheme'] = before;
    };
  }, [chosen]);
  return chosen;
}
