import { oneLine } from '../features/plain-text.js';
import type { FileItem } from '../features/raw-feature.js';

/** A longer line is no stop. */
const LINE_CHARS_MAX = 10_000;
/** Longitude and latitude in 1/100,000 of a degree, the name, and flags for start, end and stops already passed. */
const STOP = /^\s*(-?\d{1,8})\|(-?\d{1,7})\|([^|]*)\|\d*\|?\s*$/;

/** Returns whether a text has a stop of an itinerary in its first lines. */
export function looksLikeItn(start: string): boolean {
  return start.split('\n', 5).some((line) => STOP.test(line));
}

/** Reads a TomTom itinerary, whose lines are stops without the road between them. Skips other lines. */
export async function* readItn(text: AsyncIterable<string>): AsyncGenerator<FileItem, void, void> {
  let line = 0;
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!.slice(0, LINE_CHARS_MAX);
    for (const content of lines) {
      line += 1;
      yield* stopOf(content, line);
    }
  }
  yield* stopOf(rest, line + 1);
}

function stopOf(content: string, line: number): FileItem[] {
  const [, lng, lat, name] = STOP.exec(content) ?? [];
  if (name === undefined) return [];
  return [{ line, place: { name: oneLine(name), lat: Number(lat) / 1e5, lng: Number(lng) / 1e5 } }];
}
