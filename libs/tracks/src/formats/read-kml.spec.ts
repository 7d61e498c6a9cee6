// Aim: coordinates of KML are read however a program separates them.
import { expect, it } from '@jest/globals';
import { kml, readAll } from '../files/track-files.fixture.js';

const FLAT: [number, number][] = [
  [-82.5, 35.5],
  [-82.6, 35.6],
  [-82.7, 35.6],
];
const HIGH: number[][] = FLAT.map(([lng, lat], at) => [lng, lat, 30 + at]);
/** Near the equator and the meridian, where longitude, latitude and elevation look alike. */
const NEAR_ZERO = [
  [1.5, 2.5, 2],
  [1.51, 2.51, 3],
  [1.52, 2.52, 2],
  [1.53, 2.53, 2],
];

async function coordinatesOf(text: string): Promise<unknown> {
  const [item] = await readAll(
    kml(`<Placemark><name>A</name><LineString><coordinates>${text}</coordinates></LineString></Placemark>`),
  );
  return item && 'feature' in item ? (item.feature.geometry as { coordinates: unknown[] }).coordinates[0] : item;
}

it.each<[string, string, number[][]]>([
  ['blanks', FLAT.map((point) => point.join(',')).join(' '), FLAT],
  ['commas and blanks', HIGH.map((point) => point.join(', ')).join('\n'), HIGH],
  ['commas alone', FLAT.join(','), FLAT],
  ['commas alone, with elevations', HIGH.join(','), HIGH],
  ['commas alone, ending in one', `${FLAT.join(',')},`, FLAT],
  ['commas, each with a blank', FLAT.flat().join(', '), FLAT],
  ['commas, each with a line break', HIGH.flat().join(',\n'), HIGH],
  ['blanks before commas', FLAT.map((point) => point.join(',')).join(' ,'), FLAT],
  ['commas alone, two points', FLAT.slice(0, 2).join(','), FLAT.slice(0, 2)],
  ['commas alone near 0,0', NEAR_ZERO.join(','), NEAR_ZERO],
])('coordinates separated by %s', async (_what, text, expected) => {
  expect(await coordinatesOf(text)).toEqual(expected);
});

it('a list of more points than a drive may have is refused', async () => {
  expect(
    await readAll(
      kml(
        `<Placemark><LineString><coordinates>${'-82.5,35.5,'.repeat(2_000_000)}</coordinates></LineString></Placemark>`,
      ),
    ),
  ).toMatchObject([{ refused: 'It has more than 200,000 points.' }]);
});
