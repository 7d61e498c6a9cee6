import { useMemo } from 'react';
import { tripTexts } from '../../../../texts/trips.js';
import type { Driven } from './driven.js';
import { clockText, type Sun, sunOf } from './sun-times.js';

const words = tripTexts.sun;

interface Props {
  /** YYYY-MM-DD. */
  date: string;
  first: Driven;
  last: Driven;
}

/** Sunrise where a day of a trip starts, and sunset where it ends, in local time. */
export default function DaySun({ date, first, last }: Props) {
  const from = useMemo(() => sunOf(date, first.startLocation), [date, first.startLocation]);
  const to = useMemo(() => sunOf(date, last.endLocation), [date, last.endLocation]);
  const zoned = from.timeZone !== to.timeZone;
  return (
    <>
      <span>{morningText(from, placeOf(first.startAddress), zoned)}</span>
      <span data-part="dot"> · </span>
      <span>{eveningText(to, placeOf(last.endAddress), zoned)}</span>
    </>
  );
}

function morningText(sun: Sun, place: string, zoned: boolean): string {
  if (sun.kind !== 'rises') return words.morning[sun.kind](place);
  return words.sunrise(clockText(sun.sunrise, sun.timeZone, zoned), place);
}

function eveningText(sun: Sun, place: string, zoned: boolean): string {
  if (sun.kind !== 'rises') return words.evening[sun.kind](place);
  return words.sunset(clockText(sun.sunset, sun.timeZone, zoned), place);
}

/** Returns the town of an address, as a part of a sentence; '' if it is unknown. */
function placeOf(address: string): string {
  const [town = ''] = address.split(',');
  return town === '' ? '' : words.at(town);
}
