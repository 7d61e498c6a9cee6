import { CURVINESS_BAND_NAMES, CURVINESS_BANDS, type CurvinessBand } from '@switchback/contracts/rules/curviness';
import { PLAN_MINUTES } from '@switchback/contracts/rules/plans';
import type { LatLng } from '@switchback/geo/location';
import { ProductError } from '../errors.js';
import type { PlanFromHereRequest } from '@switchback/proto/drives/v1/service';

/** A requested outing. */
export interface Outing {
  home: LatLng;
  seconds: number;
  taste: CurvinessBand;
  /** Whether the way back avoids the roads of the way out. */
  loop: boolean;
  seed: number;
}

/** Degrees per kilometer beyond a band at which a road no longer suits its taste at all. */
const FADE_DEGREES_PER_KM = 60;

/** @throws ProductError `invalidInput` if the gateway let a malformed request through. */
export function outingOf({ location, minutes, taste, loop, seed }: Omit<PlanFromHereRequest, 'to'>): Outing {
  const band = CURVINESS_BAND_NAMES.find((name) => name === taste);
  if (!location || !band || minutes < PLAN_MINUTES.min || minutes > PLAN_MINUTES.max)
    throw new ProductError('invalidInput');
  return { home: location, seconds: minutes * 60, taste: band, loop, seed };
}

/** Returns how well a road suits a taste: 1 within the band, less the further it is outside, 0 at the end. */
export function suits(degreesPerKm: number, taste: CurvinessBand): number {
  const index = CURVINESS_BANDS.findIndex(({ band }) => band === taste);
  const from = CURVINESS_BANDS[index]!.fromDegreesPerKm;
  const to = CURVINESS_BANDS[index + 1]?.fromDegreesPerKm ?? Infinity;
  const outside = Math.max(from - degreesPerKm, degreesPerKm - to, 0);
  return Math.max(0, 1 - outside / FADE_DEGREES_PER_KM);
}
