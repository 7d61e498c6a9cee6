import { coverPath } from '@switchback/geo/cover';
import { partsOf } from '@switchback/geo/parts';
import type { LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import { columnOf, type DriveDocument, type DriveValues } from '../../document.js';
import { extentOf, piecesOf } from '../geometry.js';
import type { IndexChange } from '../search-index.js';
import { longWords, shortWords, startsOf } from './words-query.js';

/** No point of a route is farther than this from one of its `track`, in latitude and in longitude. */
export const TRACK_REACH_DEGREES = 0.02;
/** A longer track is left out, and such a route is looked at itself: this one runs most of the way around the globe. */
const TRACK_POINTS_MAX = 10_000;

/** A drive as the engine keeps it; of a deleted one that it was there, so that nothing older brings it back. */
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
    title: answered(document.title),
    summary: answered(document.summary),
    ...Object.fromEntries(document.lines.map((line, band) => [`line_${band}`, answered(line)])),
  };
}

/** Without those that the drive has no value of. */
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

/** Points that cover all parts; null where that takes too many. */
function trackOf(line: readonly LatLng[]): LatLng[] | null {
  const track: LatLng[] = [];
  for (const part of partsOf(line)) {
    const cover = coverPath(part, TRACK_REACH_DEGREES, TRACK_POINTS_MAX - track.length);
    if (cover === null) return null;
    track.push(...cover);
  }
  return track;
}

/** A text of any length as the engine takes bytes; `answerOf` reads it. */
function answered(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** GeoJSON's order, which is the shortest to write. */
function pointOf({ lat, lng }: LatLng): [number, number] {
  return [lng, lat];
}

function wordsOf({ words, titleKey, titleWords }: DriveDocument): Record<string, unknown> {
  const [titleLong, titleShort] = [longWords(titleWords), shortWords(titleWords)];
  return {
    words,
    long_words: longWords(words),
    short_words: shortWords(words),
    title_key: titleKey,
    title_words: titleWords,
    title_long_words: titleLong,
    title_short_words: titleShort,
    title_long_starts: startsOf(titleLong),
    title_short_starts: startsOf(titleShort),
  };
}
