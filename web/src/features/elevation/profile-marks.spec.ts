// Aim: a pass has the name of the place at it, and places stand on the profile where the road passes them.
import { expect, it } from 'vitest';
import { profileOf } from './profile.js';
import { measuredLine } from '@switchback/geo/measured-line';
import { marksOf, type ProfilePlace } from './profile-marks.js';

const PROFILE = profileOf([
  [0, 1_000],
  [5_000, 2_000],
  [10_000, 1_200],
]);
/** 10 km to the north. */
const LINE = measuredLine(
  [
    { lat: 46, lng: 8 },
    { lat: 46.09, lng: 8 },
  ],
  10_000,
);
const place = (label: string, lat: number, lng = 8, kind: ProfilePlace['kind'] = 'interest') => ({
  label,
  location: { lat, lng },
  kind,
});

it('name a pass after the nearest place within 500 m, which is not marked again', () => {
  const marks = marksOf(PROFILE, LINE, [place('Kiosk', 46.048), place('Furka Pass', 46.0455)]);
  expect(marks.map(({ kind, label }) => [kind, label])).toEqual([
    ['pass', 'Furka Pass'],
    ['interest', 'Kiosk'],
  ]);
});

it('leave a pass without a name if no place is near it', () => {
  expect(marksOf(PROFILE, LINE, [place('Valley', 46.01)])).toContainEqual(
    expect.objectContaining({ kind: 'pass', label: '', meters: 5_000, height: 2_000 }),
  );
});

it('place what is near the road in travel order, at the height of the road', () => {
  const places = [place('Inn', 46.072, 8.001, 'stop'), place('Mill', 46.018), place('Far lake', 46.02, 8.1)];
  const marks = marksOf(PROFILE, LINE, places);
  expect(marks.map(({ label }) => label)).toEqual(['Mill', '', 'Inn']);
  expect(marks[0]!.meters).toBeCloseTo(2_000, -2);
  expect(marks[0]!.height).toBeCloseTo(1_400, -2);
});
