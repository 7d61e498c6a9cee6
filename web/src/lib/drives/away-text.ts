import type { Units } from '@switchback/contracts/rules/units';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import type { DriveCardData } from '../../api/types.js';
import { texts } from '../../texts/en.js';
import { locationText } from '../text/location-text.js';
import { fromMeters, numberText } from '../text/units.js';

/** From this distance on, a fraction is noise: the road to the drive is longer than the straight line. */
const WHOLE_UNITS_FROM = 10;
/** Share by which the start must be farther to be worth a fact of its own: from afar, both are the same. */
const FARTHER = 1.1;
const words = texts.card;

/** The place that distances of drives are measured from. */
export interface Origin {
  location: LatLng;
  /** Name of the searched town; undefined for the device. */
  town: string | undefined;
}

type Measured = Pick<DriveCardData, 'startLocation' | 'passes'>;

/** Returns the distance to a drive in words: where it passes nearest, and where it starts if that is farther. */
export function awayText(drive: Measured, { location, town }: Origin, units: Units): string {
  const shown = (meters: number) => distance(meters, units);
  const startMeters = distanceMeters(location, drive.startLocation);
  const start = shown(startMeters);
  if (start.isHere) return town === undefined ? words.startsHere : words.startsIn(town);
  const lineMeters = metersTo(drive, location);
  const line = shown(lineMeters);
  if (line.text === start.text || startMeters < lineMeters * FARTHER)
    return town === undefined ? words.away(line.text) : words.awayFrom(line.text, town);
  if (line.isHere) return words.passesHere(town, start.text);
  return words.passes(line.text, town, start.text);
}

/** Returns the distance to the nearest point of a drive alone: for small cards. */
export function nearText(drive: Measured, location: LatLng, units: Units): string {
  if (distance(distanceMeters(location, drive.startLocation), units).isHere) return words.startsHere;
  const line = distance(metersTo(drive, location), units);
  return line.isHere ? words.passesBy : words.away(line.text);
}

function distance(meters: number, units: Units): { isHere: boolean; text: string } {
  const value = fromMeters(meters, units);
  const number = numberText(value, value < WHOLE_UNITS_FROM ? 1 : 0);
  return { isHere: number === numberText(0, 1), text: texts.units[units](number) };
}

/** Returns the meters to a drive's line where they are known, else to its start. */
export function metersTo({ startLocation, passes }: Measured, location: LatLng): number {
  return passes?.from === locationText(location) ? passes.meters : distanceMeters(location, startLocation);
}
