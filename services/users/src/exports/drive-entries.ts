import { hasParts, linePieces } from '@switchback/geo/line-pieces';
import { ProductError } from '@switchback/platform/errors';
import { fileName } from '@switchback/platform/formats/file-name';
import { gpxFile } from '@switchback/geo/formats/gpx';
import type { Call } from '@switchback/platform/rpc/call';
import { inTurns } from '@switchback/platform/turns';
import { present } from '@switchback/platform/wire/values';
import type { DirectionLeg, DriveDetails, Waypoint } from '@switchback/proto/drives/v1/drive';
import type { DrivesPeer } from '../peers.js';
import type { Entry } from './zip.js';

/**
 * Returns the files of a person's own drives: all in one GeoJSON file, and each as GPX. Written piece by piece.
 * @param signal ends them between two drives.
 */
export function driveEntries(drives: DrivesPeer, ids: readonly string[], call: Call, signal: AbortSignal): Entry[] {
  return [
    { name: 'drives.geojson', content: () => geoJson(drives, ids, call, signal) },
    ...ids.map((id) => gpxEntry(drives, id, call)),
  ];
}

/** Writes one feature per line. */
async function* geoJson(
  drives: DrivesPeer,
  ids: readonly string[],
  call: Call,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":[';
  let written = 0;
  for (const id of ids) {
    signal.throwIfAborted();
    const drive = await detailsOf(drives, id, call);
    if (!drive) continue;
    yield written++ === 0 ? '\n' : ',\n';
    yield* inTurns(featureOf(drive));
  }
  yield '\n]}\n';
}

function* featureOf({ summary, path }: DriveDetails): Generator<string> {
  const { id, title, description, distance, duration, tags, privacy, status, createdAt } = present(summary, 'summary');
  const properties = { title, description, distance, duration, tags, privacy, status, createdAt };
  yield `{"type":"Feature","id":${JSON.stringify(id)},"geometry":`;
  yield* geometryOf(path);
  yield `,"properties":${JSON.stringify(properties)}}`;
}

function* geometryOf(path: string): Generator<string> {
  const legs = [{ path }];
  const isWhole = !hasParts(legs);
  yield isWhole ? '{"type":"LineString","coordinates":' : '{"type":"MultiLineString","coordinates":[';
  let isFirst = true;
  for (const { points, startsPart, endsPart } of linePieces(legs)) {
    const start = startsPart ? (isFirst ? '[' : ',[') : points.length > 0 ? ',' : '';
    yield `${start}${points.map(({ lat, lng }) => `[${lng},${lat}]`).join()}${endsPart ? ']' : ''}`;
    isFirst = false;
  }
  yield isWhole ? '}' : ']}';
}

function gpxEntry(drives: DrivesPeer, id: string, call: Call): Entry {
  return {
    name: `drives/${fileName(id, 'gpx')}`,
    async *content() {
      const drive = await detailsOf(drives, id, call);
      if (!drive) return;
      const { title, description } = present(drive.summary, 'summary');
      const { waypoints, pointsOfInterest } = drive;
      const file = {
        title,
        description,
        legs: present(drive.directions, 'directions').legs.map(legOf),
        waypoints: waypoints.map(placeOf),
        pointsOfInterest: pointsOfInterest.map(placeOf),
      };
      yield* inTurns(gpxFile(file));
    },
  };
}

function legOf({ start, end, path, elevation }: DirectionLeg) {
  return { start: placeOf(present(start, 'start')), end: placeOf(present(end, 'end')), path, elevation };
}

function placeOf({ label, location }: Waypoint) {
  return { label, location: present(location, 'location') };
}

/** Returns undefined if the drive was deleted meanwhile. */
async function detailsOf(peer: DrivesPeer, id: string, call: Call): Promise<DriveDetails | undefined> {
  const drives = await peer();
  return drives.getDetails({ id }, call).then(
    ({ drive }) => drive,
    (error: unknown) => {
      if (error instanceof ProductError && error.error === 'driveNotFound') return undefined;
      throw error;
    },
  );
}
