import FitParser from 'fit-file-parser';
import type { ParsedFit } from 'fit-file-parser';
import { LineCollector } from './line-collector.js';
import type { FileItem } from './raw-feature.js';

/** A recording of ten hours has a twentieth of this size. */
const BYTES_MAX = 20_000_000;
const MARK = '.FIT';
const MARK_AT = 8;
/** Bytes from the start of a file that {@link isFit} needs. */
export const FIT_HEAD_BYTES = MARK_AT + MARK.length;

export function isFit(head: Buffer): boolean {
  return head.toString('latin1', MARK_AT, FIT_HEAD_BYTES) === MARK;
}

/**
 * Reads Garmin's FIT: the records of an activity become a track, those of a course a route; course points become
 * places. A file without a positioned record yields nothing.
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

/** Skips records without a fix: a device then records only time and pulse. */
function addRecord(line: LineCollector, record: FitRecord): void {
  const { position_lat: lat, position_long: lng, timestamp } = record;
  if (lat === undefined || lng === undefined) return;
  if (!line.hasLine) line.startPart();
  line.addPoint(lng, lat, record.enhanced_altitude ?? record.altitude);
  if (timestamp && !Number.isNaN(timestamp.getTime())) line.addTime(timestamp.toISOString());
}

/** Returns null if the file exceeds the limit. */
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
