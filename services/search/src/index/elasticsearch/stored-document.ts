import { coverPath } from '@switchback/geo/cover';
import { partsOf } from '@switchback/geo/parts';
import type { LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import { columnOf, type DriveDocument, type DriveValues } from '../../document.js';
import { extentOf, piecesOf } from '../geometry.js';
import type { IndexChange } from '../search-index.js';
import { longWords, shortWords, startsOf } from './words-query.js';

/** Maximum distance of any point of a route from the nearest point of its `track`, in latitude and in longitude. */
export const TRACK_REACH_DEGREES = 0.02;
/** A longer track is omitted, and such a route is tested by its geometry: it runs most of the way around the globe. */
const TRACK_POINTS_MAX = 10_000;

/** Returns a drive as stored in the engine; a tombstone for a deleted one, so that no older event restores it. */
export function storedDocument({ id, document }: IndexChange): Record<string, unknown> {
  if (!document) return { id, is_deleted: true };
  return {
    id,
    is_public: document.isPublic,
    ...(document.ownerId !== '' && { owner_id: document.ownerId }),
    viewers: document.viewers,
    tags: document.tags,
    country_ids: document.countryIds,
    state_ids: document.stateIds,
    ...numbersOf(document.values),
    ...routeOf(document),
    ...wordsOf(document),
    hash: document.hash,
    approximate: document.approximate,
    title: answered(document.title),
    summary: answered(document.summary),
    ...Object.fromEntries(document.lines.map((line, band) => [`line_${band}`, answered(line)])),
  };
}

/** Omits values that the drive lacks. */
function numbersOf(values: DriveValues): Record<string, number> {
  const numbers = Object.entries(values).map(([name, value]) => [columnOf(name), value] as const);
  return Object.fromEntries(numbers.filter((entry): entry is [string, number] => entry[1] !== null));
}

function routeOf({ path, start }: DriveDocument): Record<string, unknown> {
  const { west, south, east, north } = extentOf(path);
  const track = trackOf(path);
  return {
    lngs: { gte: west, lte: east },
    lats: { gte: south, lte: north },
    ...(track ? { track: track.map(pointOf) } : { is_untracked: true }),
    lng: path[0]!.lng,
    lat: path[0]!.lat,
    start: pointOf(start),
    start_lng: start.lng,
    start_lat: start.lat,
    path: answered(encodePolyline(path)),
    pieces: answered(
      piecesOf(path)
        .map((piece) => `${piece.west} ${piece.south} ${piece.east} ${piece.north}`)
        .join(','),
    ),
  };
}

/** Returns points that cover all parts; null if that takes too many. */
function trackOf(line: readonly LatLng[]): LatLng[] | null {
  const track: LatLng[] = [];
  for (const part of partsOf(line)) {
    const cover = coverPath(part, TRACK_REACH_DEGREES, TRACK_POINTS_MAX - track.length);
    if (cover === null) return null;
    track.push(...cover);
  }
  return track;
}

/** Encodes a text of any length as the engine expects bytes; `answerOf` decodes it. */
function answered(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Converts a point to GeoJSON order, the shortest notation. */
function pointOf({ lat, lng }: LatLng): [number, number] {
  return [lng, lat];
}

function wordsOf({ words, titleKey, titleWords, placeWords }: DriveDocument): Record<string, unknown> {
  const [titleLong, titleShort] = [longWords(titleWords), shortWords(titleWords)];
  return {
    words,
    long_words: longWords(words),
    short_words: shortWords(words),
    place_words: placeWords,
    title_key: titleKey,
    title_terms: titleKey.split(' '),
    title_words: titleWords,
    title_long_words: titleLong,
    title_short_words: titleShort,
    title_long_starts: startsOf(titleLong),
    title_short_starts: startsOf(titleShort),
  };
}
