import FitParser from 'fit-file-parser';
import type { ParsedFit } from 'fit-file-parser';
import { LineCollector } from './line-collector.js';
import type { FileItem } from './raw-feature.js';

/** A recording of ten hours takes a twentieth of it. */
const BYTES_MAX = 20_000_000;
const MARK = '.FIT';
const MARK_AT = 8;
/** Bytes from the start of a file that {@link isFit} looks at. */
export const FIT_HEAD_BYTES = MARK_AT + MARK.length;

export function isFit(head: Buffer): boolean {
  return head.toString('latin1', MARK_AT, FIT_HEAD_BYTES) === MARK;
}

/**
 * Garmin's FIT: the records of an activity are a track, those of a course a route; course points are places. A file
 * without a record that has a place holds nothing to read.
 */
export async function* readFit(bytes: AsyncIterable<Buffer>): AsyncGenerator<FileItem, void, void> {
  const file = await gather(bytes);
  if (file === null) {
    yield { line: 1, refused: `This FIT file has more than ${BYTES_MAX / 1_000_000} MB.` };
    return;
  }
  const fit = await new FitParser({ mode: 'list', lengthUnit: 'm' }).parseAsync(file).catch(() => null);
  if (fit === null) {
    yield { line: 1, refused: 'This FIT file is damaged.' };
    return;
  }
  const course = fit.course ?? fit.messages?.course?.[0];
  for (const { name = '', position_lat: lat, position_long: lng } of fit.course_points ?? []) {
    yield { line: 1, place: { name: name.trim(), lat: lat ?? NaN, lng: lng ?? NaN } };
  }
  const line = new LineCollector(1, course ? 'route' : 'track');
  if (course?.name) line.properties['title'] = course.name.trim();
  for (const record of fit.records ?? []) addRecord(line, record);
  if (line.hasLine) yield line.finish();
}

type FitRecord = NonNullable<ParsedFit['records']>[number];

/** Without a fix, a device records the time and the pulse alone. */
function addRecord(line: LineCollector, record: FitRecord): void {
  const { position_lat: lat, position_long: lng, timestamp } = record;
  if (lat === undefined || lng === undefined) return;
  if (!line.hasLine) line.beginPart();
  line.addPoint(lng, lat, record.enhanced_altitude ?? record.altitude);
  if (timestamp && !Number.isNaN(timestamp.getTime())) line.addTime(timestamp.toISOString());
}

/** Null where there is more than is read. */
async function gather(bytes: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
