// Aim: a record becomes a track with its gaps, without the jitter of a car that stands, and a line to be saved.
import { METERS_PER_DEGREE } from '@switchback/geo/distance';
import { partsOf } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import { expect, it } from 'vitest';
import type { RecordedFix } from '../../lib/offline/records.js';
import { formOfRecord, highestOf, segmentsOf } from './record.js';

const fix = (second: number, meters: number, over: Partial<RecordedFix> = {}): RecordedFix => ({
  lat: 46 + meters / METERS_PER_DEGREE,
  lng: 8,
  at: second * 1_000,
  accuracyMeters: 5,
  speed: null,
  heading: null,
  altitude: null,
  ...over,
});
const moving = (from: number, fromMeters: number, seconds = 20) =>
  Array.from({ length: seconds }, (_, second) => fix(from + second, fromMeters + second * 20));

it('begins a segment after a gap, not after a stop', () => {
  const stop = Array.from({ length: 600 }, (_, second) => fix(20 + second, 380 + (second % 3)));
  const segments = segmentsOf([...moving(0, 0), ...stop, ...moving(620, 390), ...moving(900, 5_000)]);
  expect(segments.map(({ length }) => length)).toEqual([40, 20]);
});

it('leaves out inaccurate fixes, and knows the highest point', () => {
  const segments = segmentsOf([
    ...moving(0, 0).map((each, index) => ({ ...each, altitude: 1_000 + index })),
    fix(30, 900, { accuracyMeters: 400, altitude: 3_000 }),
  ]);
  expect(highestOf(segments)).toBe(1_019);
  expect(highestOf(segmentsOf(moving(0, 0)))).toBeNull();
});

it('becomes a line with its gaps', () => {
  const segments = segmentsOf([...moving(0, 0, 90), ...moving(900, 5_000, 90)]);
  const form = formOfRecord('Over the pass as driven', segments, 40.4)!;
  expect(form).toMatchObject({ title: 'Over the pass as driven', duration: 40 });
  expect(partsOf(decodePolyline(form.path))).toHaveLength(2);
  expect(formOfRecord('Short', segmentsOf(moving(0, 0)), 20)).toBeNull();
});
