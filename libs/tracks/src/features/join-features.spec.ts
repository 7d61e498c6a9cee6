// Aim: pieces of one drive become one drive; lines that only meet stay separate, for the person to choose.
import { describe, expect, it } from '@jest/globals';
import { gpx, kml, readAll } from '../files/track-files.fixture.js';

/** East and north of a point, in units of 0.01 degrees: about 900 m and 1,112 m. */
type Place = readonly [east: number, north: number];

const [HOTEL, BRIDGE, GAP, MILL] = [
  [0, 0],
  [0, 3],
  [3, 5],
  [6, 5],
] as const satisfies Place[];
const lngLat = ([east, north]: Place) => [(-82 + east / 100).toFixed(5), (35 + north / 100).toFixed(5)];

function trk(name: string, places: readonly Place[], startedAt?: string): string {
  const points = places.map((place, index) => {
    const [lon, lat] = lngLat(place);
    const at = startedAt && new Date(Date.parse(startedAt) + index * 60_000).toISOString();
    return `<trkpt lat="${lat}" lon="${lon}">${at ? `<time>${at}</time>` : ''}</trkpt>`;
  });
  return `<trk>${name && `<name>${name}</name>`}<trkseg>${points.join('')}</trkseg></trk>`;
}

function placemark(name: string, places: readonly Place[]): string {
  const tuples = places.map((place) => lngLat(place).join(',')).join(' ');
  return `<Placemark><name>${name}</name><LineString><coordinates>${tuples}</coordinates></LineString></Placemark>`;
}

const folder = (name: string, inside: string) => `<Folder><name>${name}</name>${inside}</Folder>`;

/** Returns the number of points of each line that the file is read as. */
async function linesOf(content: string): Promise<number[]> {
  const items = await readAll(content);
  return items.flatMap((item) =>
    'feature' in item ? (item.feature.geometry as { coordinates: unknown[][] }).coordinates.flat().length : [],
  );
}

const loop = (east: number, size = 4): Place[] => [HOTEL, [east, size], [east + size, size], [east + size, 0], HOTEL];
const MORNING = '2026-05-01T09:00:00Z';
const NOON = '2026-05-01T12:00:00Z';
const NEXT_DAY = '2026-05-02T09:00:00Z';

describe('pieces of one drive', () => {
  it.each<[string, string]>([
    ['are numbered', gpx(trk('Part 1', [HOTEL, BRIDGE]) + trk('Part 2', [BRIDGE, GAP]))],
    ['are numbered in another language', gpx(trk('Teil 1', [HOTEL, BRIDGE]) + trk('Teil 2', [BRIDGE, GAP]))],
    ['are numbered by letters', gpx(trk('Leg A', [HOTEL, BRIDGE]) + trk('Leg B', [BRIDGE, GAP]))],
    ['are numbered by a word', gpx(trk('Section one', [HOTEL, BRIDGE]) + trk('Section two', [BRIDGE, GAP]))],
    ['have a number from the second on', gpx(trk('Ridge', [HOTEL, BRIDGE]) + trk('Ridge 1', [BRIDGE, GAP]))],
    ['have one name', gpx(trk('Ridge', [HOTEL, BRIDGE]) + trk('Ridge', [BRIDGE, GAP]))],
    ['have no name', gpx(trk('', [HOTEL, BRIDGE]) + trk('', [BRIDGE, GAP]))],
    [
      'differ in the time of day',
      gpx(trk('2026-05-01 09:12', [HOTEL, BRIDGE]) + trk('2026-05-01 14:40', [BRIDGE, GAP])),
    ],
    ['were drawn in opposite directions', kml(placemark('a 1', [BRIDGE, HOTEL]) + placemark('a 2', [BRIDGE, GAP]))],
    ['have a break of hours', gpx(trk('', [HOTEL, BRIDGE], MORNING) + trk('', [BRIDGE, GAP], NOON))],
    [
      'lie in numbered folders',
      kml(folder('Leg 1', placemark('Way', [HOTEL, BRIDGE])) + folder('Leg 2', placemark('Way', [BRIDGE, GAP]))),
    ],
  ])('that %s are joined', async (_what, content) => {
    expect(await linesOf(content)).toEqual([4]);
  });

  it('are joined into a loop', async () => {
    // Aim: neither a closed chain nor a numbered way back on another road is an alternative.
    const thirds = [
      [HOTEL, BRIDGE],
      [BRIDGE, GAP],
      [GAP, HOTEL],
    ]
      .map((way) => trk('', way))
      .join('');
    expect(await linesOf(gpx(thirds))).toEqual([6]);
    expect(await linesOf(gpx(trk('Part 1', [HOTEL, BRIDGE, GAP]) + trk('Part 2', [GAP, MILL, HOTEL])))).toEqual([6]);
  });
});

describe('lines of their own', () => {
  it.each<[string, string, number[]]>([
    ['loops without names from one place', gpx(trk('', loop(0)) + trk('', loop(-4)) + trk('', loop(4))), [5, 5, 5]],
    ['a loop on the way', gpx(trk('1', [HOTEL, BRIDGE]) + trk('2', [BRIDGE, GAP, MILL, BRIDGE])), [2, 4]],
    [
      'loops with loose ends',
      gpx(
        trk('', [HOTEL, [0, 9], [9, 9], [9, 0], [0.2, 0.05]]) + trk('', [[0.1, 0], [-9, 0], [-9, -9], [0, -9], HOTEL]),
      ),
      [5, 5],
    ],
    ['two ways between the same ends', gpx(trk('', [HOTEL, GAP, MILL]) + trk('', [HOTEL, [3, 0], MILL])), [3, 3]],
    [
      'the same, drawn in opposite directions',
      gpx(trk('', [HOTEL, GAP, MILL]) + trk('', [MILL, [3, 0], HOTEL])),
      [3, 3],
    ],
    [
      'two ways behind a common one',
      gpx(trk('', [BRIDGE, HOTEL]) + trk('', [HOTEL, GAP, MILL]) + trk('', [HOTEL, [3, 0], MILL])),
      [2, 3, 3],
    ],
    [
      'three ways from one place',
      gpx([BRIDGE, MILL, [3, 0] as const].map((to) => trk('', [HOTEL, to])).join('')),
      [2, 2, 2],
    ],
    ['names of roads', gpx(trk('Valley Road', [HOTEL, BRIDGE]) + trk('Ridge Road', [BRIDGE, GAP])), [2, 2]],
    ['numbers of roads', gpx(trk('US 276', [HOTEL, BRIDGE]) + trk('US 64', [BRIDGE, GAP])), [2, 2]],
    ['days', gpx(trk('Day 1', [HOTEL, BRIDGE]) + trk('Day 2', [BRIDGE, GAP])), [2, 2]],
    ['days in another language', gpx(trk('Étape 1', [HOTEL, BRIDGE]) + trk('Étape 2', [BRIDGE, GAP])), [2, 2]],
    ['dates', gpx(trk('2026-05-01 09:12', [HOTEL, BRIDGE]) + trk('2026-05-02 09:12', [BRIDGE, GAP])), [2, 2]],
    [
      'a night between the recordings',
      gpx(trk('', [HOTEL, BRIDGE], MORNING) + trk('', [BRIDGE, GAP], NEXT_DAY)),
      [2, 2],
    ],
    [
      'folders of days',
      kml(folder('Day 1', placemark('Way', [HOTEL, BRIDGE])) + folder('Day 2', placemark('Way', [BRIDGE, GAP]))),
      [2, 2],
    ],
    [
      'lines without a name in folders of days',
      kml(folder('Day 1', placemark('', [HOTEL, BRIDGE])) + folder('Day 2', placemark('', [BRIDGE, GAP]))),
      [2, 2],
    ],
  ])('have %s', async (_what, content, expected) => {
    expect(await linesOf(content)).toEqual(expected);
  });
});
