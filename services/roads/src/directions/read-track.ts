import type { Readable } from 'node:stream';
import type { LatLng } from '@switchback/geo/location';
import { joinParts, partsOf } from '@switchback/geo/parts';
import { encodePolyline } from '@switchback/geo/polyline';
import { finish } from '@switchback/platform/turns';
import type { DirectionLeg } from '@switchback/proto/drives/v1/drive';
import { joinFeatures } from '@switchback/tracks/features/join-features';
import { estimateDurationSeconds } from '@switchback/tracks/features/estimate-duration';
import { normalizeFeature, type NormalizedDrive } from '@switchback/tracks/features/normalize-feature';
import type { FeatureOrRefusal, FileItem, NamedPlace } from '@switchback/tracks/features/raw-feature';
import { readFeatures } from '@switchback/tracks/files/read-features';
import { directionsOf } from '@switchback/tracks/waypoints/route-legs';
import { stopsOf } from '@switchback/tracks/features/named-places';

/** Limits of lines and places; the rest of a file is ignored. */
const LINES_MAX = 1_000;
const PLACES_MAX = 1_000;
/** A drawn or recorded route has a few; joining many takes long. */
const PARTS_MAX = 1_000;
/** Points used to find the regions along a line. */
const SKETCH_POINTS_MAX = 2_000;
const NOTES_MAX = 10;

interface Place {
  label: string;
  location: LatLng;
}

interface FileTexts {
  /** '' if the file has none. */
  title: string;
  description: string;
  pointsOfInterest: Place[];
  /** Sentences for the person who uploads the file. */
  notes: string[];
}

/** One line of a file, ready for display. Paths are Google-encoded, precision 5. */
export interface Track extends FileTexts {
  path: string;
  /** True for one line without gaps. */
  isWhole: boolean;
  /** Label '' if the file does not name the waypoint. */
  waypoints: (Place & { pathIndex: number })[];
  legs: DirectionLeg[];
  /** A bounded number of the line's points. */
  sketch: LatLng[];
  /** All drives in the file's order, for the person to choose from; empty if there is only one. Distances in meters. */
  lines: { title: string; distance: number; taken: boolean }[];
}

/** A file without any line: places to route between. */
export interface Stops extends FileTexts {
  stops: Place[];
}

export type TrackOrRefusal = { track: Track } | { stops: Stops } | { refused: string };

interface Contents {
  drives: NormalizedDrive[];
  places: NamedPlace[];
  notes: string[];
  /** Parts of the file that were not read; shown before the notes. */
  leftOut: string[];
  refused: string;
}

/**
 * Reads a line from a route file, the longest by default; reads its stops if it has no line. Bad input never throws.
 * @param line index of the line in the file.
 */
export async function readTrack(file: Readable, fileName = '', line?: number): Promise<TrackOrRefusal> {
  const contents = await contentsOf(joinFeatures(readFeatures(file, fileName)));
  const { drives, places, refused } = contents;
  const notes = [...contents.leftOut, ...contents.notes].slice(0, NOTES_MAX);
  if (drives.length === 0) {
    const { stops, notes: ofStops } = stopsOf(places);
    if (stops.length < 2) return { refused };
    return { stops: { stops, title: '', description: '', pointsOfInterest: [], notes: [...notes, ...ofStops] } };
  }
  const chosen = drives[line ?? longestOf(drives)];
  if (!chosen) return { refused: 'The file has no such line.' };
  return { track: trackOf(chosen, { ...contents, notes }) };
}

async function contentsOf(items: AsyncIterable<FileItem>): Promise<Contents> {
  const contents: Contents = { drives: [], places: [], notes: [], leftOut: [], refused: '' };
  const { places, notes, leftOut } = contents;
  let lines = 0;
  for await (const item of items) {
    if ('note' in item) {
      if (notes.length < NOTES_MAX) notes.push(item.note);
      continue;
    }
    if ('leftOut' in item) {
      if (leftOut.length < NOTES_MAX) leftOut.push(item.leftOut);
      continue;
    }
    if ('place' in item) {
      if (places.length < PLACES_MAX) places.push(item.place);
      continue;
    }
    if (lines === LINES_MAX) {
      notes.unshift(`The file has more than ${LINES_MAX.toLocaleString('en-US')} lines: only the first were read.`);
      break;
    }
    addLine(item, contents);
    lines += 1;
  }
  return contents;
}

function addLine(item: FeatureOrRefusal, contents: Contents): void {
  if (!('feature' in item)) {
    contents.refused ||= item.refused;
    return;
  }
  const { properties } = item.feature;
  const title = [properties['title'], properties['name']].find(
    (text) => typeof text === 'string' && text.trim() !== '',
  );
  const description = typeof properties['description'] === 'string' ? properties['description'] : '';
  // A line without a name can still be drawn.
  const texts = { title: title ?? 'Route', description };
  const normalized = normalizeFeature({ ...item.feature, properties: texts }, PARTS_MAX);
  if ('refused' in normalized) contents.refused ||= normalized.refused;
  else contents.drives.push({ ...normalized.drive, ...(title === undefined && { title: '' }) });
}

function longestOf(drives: readonly NormalizedDrive[]): number {
  return drives.reduce((best, drive, at) => (drive.distanceMeters > drives[best]!.distanceMeters ? at : best), 0);
}

function trackOf(drive: NormalizedDrive, { drives, notes }: Contents): Track {
  const { path, elevation, distanceMeters, waypoints, pointsOfInterest, description } = drive;
  // Without the data of places, which takes longer to load in this process than the file to be read.
  const durationSeconds = drive.durationSeconds ?? estimateDurationSeconds(drive, 0);
  const encoded = encodePolyline(path);
  const { legs } = finish(
    directionsOf({ path: encoded, elevation, waypoints, distanceMeters, durationSeconds, source: 'track' }),
  );
  const lines = drives.map((line) => ({
    title: line.title.trim(),
    distance: line.distanceMeters,
    taken: line === drive,
  }));
  return {
    path: encoded,
    isWhole: partsOf(path).length === 1,
    waypoints,
    pointsOfInterest,
    legs,
    sketch: sketchOf(path),
    title: drive.title,
    description,
    lines: lines.length > 1 ? lines : [],
    notes: [...notes, ...drive.notes, ...leftOut(drive, drives)].slice(0, NOTES_MAX),
  };
}

function leftOut(taken: NormalizedDrive, drives: readonly NormalizedDrive[]): string[] {
  if (drives.length === 1) return [];
  const nameOf = ({ title }: NormalizedDrive) => (title === '' ? 'one without a name' : `“${title}”`);
  const others = drives.filter((drive) => drive !== taken).map(nameOf);
  const more = others.length > 3 ? ` and ${others.length - 3} more` : '';
  return [
    `The file holds ${drives.length} lines: ${nameOf(taken)} was taken, not ${others.slice(0, 3).join(', ')}${more}.`,
  ];
}

/** Thins each part separately: the gaps between parts are not driven. */
function sketchOf(path: readonly LatLng[]): LatLng[] {
  const step = Math.ceil(path.length / SKETCH_POINTS_MAX);
  const isKept = (index: number, { length }: readonly LatLng[]) => index % step === 0 || index === length - 1;
  return joinParts(partsOf(path).map((part) => part.filter((_, index) => isKept(index, part))));
}
