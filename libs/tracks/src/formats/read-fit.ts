import FitParser from 'fit-file-parser';
import type { ParsedFit } from 'fit-file-parser';
import { fitParts } from './fit-parts.js';
import { LineCollector } from './line-collector.js';
import type { FileItem } from '../features/raw-feature.js';
import { isTurnCue } from './turn-cues.js';

/** A recording of ten hours has a twentieth of this size. */
const BYTES_MAX = 20_000_000;
/** A device chains a few files, one for each activity. */
const PARTS_MAX = 100;
const CUT = 'This FIT recording was cut off: what could be read was taken.';
const DAMAGED = 'This FIT file is damaged.';

/**
 * Reads Garmin's FIT: the records of an activity become a track, those of a course a route, in each of the files
 * chained in it; course points become places, unless they announce a turn. Yields nothing for a file without a
 * positioned record, and a note for a recording that was cut off.
 */
export async function* readFit(bytes: AsyncIterable<Buffer>): AsyncGenerator<FileItem, void, void> {
  const file = await gather(bytes);
  if (file === null) {
    yield { line: 1, refused: `This FIT file has more than ${BYTES_MAX / 1_000_000} MB.` };
    return;
  }
  let [parts, isCut, isDamaged, hasLine] = [0, false, false, false];
  for (const part of fitParts(file)) {
    parts += 1;
    if (parts > PARTS_MAX) {
      yield { line: 1, leftOut: `The file holds more than ${PARTS_MAX} recordings: only the first were read.` };
      break;
    }
    isCut ||= part.isCut;
    const fit = await new FitParser({ mode: 'list', lengthUnit: 'm' }).parseAsync(part.bytes).catch(() => null);
    if (fit === null) {
      isDamaged = true;
      continue;
    }
    yield* placesOf(fit);
    const line = lineOf(fit);
    hasLine ||= line.hasLine;
    if (line.hasLine) yield line.finish();
  }
  if (hasLine && (isCut || isDamaged)) yield { line: 1, note: CUT };
  else if (isCut || isDamaged) yield { line: 1, refused: DAMAGED };
}

function* placesOf(fit: ParsedFit): Generator<FileItem> {
  for (const { name = '', type, position_lat: lat, position_long: lng } of fit.course_points ?? []) {
    if (isTurnCue({ name, kinds: [String(type ?? '')] })) continue;
    yield { line: 1, place: { name: name.trim(), lat: lat ?? NaN, lng: lng ?? NaN } };
  }
}

function lineOf(fit: ParsedFit): LineCollector {
  const course = fit.course ?? fit.messages?.course?.[0];
  const line = new LineCollector(1, course ? 'route' : 'track');
  if (course?.name) line.properties['title'] = course.name.trim();
  for (const record of fit.records ?? []) addRecord(line, record);
  return line;
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
