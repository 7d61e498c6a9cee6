/** A FIT file within a file: a device appends one to the other, or is switched off while it writes. */
export interface FitPart {
  /** A file with a correct length in its header. */
  bytes: Buffer<ArrayBuffer>;
  /** True if its end is missing or its header does not know it. */
  isCut: boolean;
}

const MARK = '.FIT';
const MARK_AT = 8;
const LENGTH_AT = 4;
const CHECKSUM_BYTES = 2;
const HEADER_BYTES_MIN = 12;
const HEADER_BYTES = 14;
const DEFINITION_BYTES = 6;
const FIELD_BYTES = 3;
const TIMESTAMP = 253;
/** More records than a drive may have points; each takes far more memory once it is read. */
const RECORDS_MAX = 300_000;
/** Bytes from the start of a file that {@link isFit} needs. */
export const FIT_HEAD_BYTES = MARK_AT + MARK.length;

/** Returns whether a FIT file starts at a position. */
export function isFit(file: Buffer, at = 0): boolean {
  return file.toString('latin1', at + MARK_AT, at + FIT_HEAD_BYTES) === MARK;
}

/**
 * Splits a file into the FIT files chained in it, each up to its last whole record: a device writes the length of the
 * records into the header when a recording ends, and a broken one has zero there or the length of the whole.
 */
export function* fitParts(file: Buffer): Generator<FitPart> {
  let at = 0;
  while (at >= 0 && isFit(file, at)) {
    const headerBytes = file[at] === HEADER_BYTES_MIN ? HEADER_BYTES_MIN : HEADER_BYTES;
    const start = at + headerBytes;
    if (start > file.length) return;
    const written = start + file.readUInt32LE(at + LENGTH_AT);
    const isKnown = written > start && written <= file.length;
    const end = endOfRecords(file, start, isKnown ? written : null);
    const isCut = end !== written || written + CHECKSUM_BYTES > file.length;
    const bytes = Buffer.from(file.subarray(at, end));
    bytes.writeUInt32LE(end - start, LENGTH_AT);
    yield { bytes, isCut };
    const next = file.indexOf(MARK, end);
    at = next - MARK_AT >= end ? next - MARK_AT : -1;
  }
}

/** Returns the end of the last whole record, at most the known end. */
function endOfRecords(file: Buffer, start: number, known: number | null): number {
  const limit = known ?? file.length;
  const layouts = new Map<number, Layout>();
  let at = start;
  for (let records = 0; records < RECORDS_MAX; records += 1) {
    const isNextFile = known === null && (isFit(file, at) || isFit(file, at + CHECKSUM_BYTES));
    const end = isNextFile ? null : endOfRecord(file, at, layouts);
    if (end === null || end > limit) return at;
    at = end;
  }
  return at;
}

/** Sizes of a kind of record, as its definition declares them. */
interface Layout {
  bytes: number;
  /** Size of a time stamp in the first field, which a record with a compressed header lacks. */
  timestampBytes: number;
}

/** Returns null for a byte that starts no record. */
function endOfRecord(file: Buffer, at: number, layouts: Map<number, Layout>): number | null {
  const header = file[at];
  if (header === undefined) return null;
  const isCompressed = (header & 0x80) !== 0;
  if (!isCompressed && (header & 0x40) !== 0) return endOfDefinition(file, at, layouts);
  if (!isCompressed && (header & 0x30) !== 0) return null;
  const layout = layouts.get(isCompressed ? (header >> 5) & 0x03 : header & 0x0f);
  return layout ? at + 1 + layout.bytes - (isCompressed ? layout.timestampBytes : 0) : null;
}

function endOfDefinition(file: Buffer, at: number, layouts: Map<number, Layout>): number | null {
  const header = file[at]!;
  const fieldsAt = at + DEFINITION_BYTES;
  const fieldsEnd = fieldsAt + FIELD_BYTES * (file[at + DEFINITION_BYTES - 1] ?? 0);
  const hasDeveloperFields = (header & 0x20) !== 0;
  const developerAt = fieldsEnd + 1;
  const end = hasDeveloperFields ? developerAt + FIELD_BYTES * (file[fieldsEnd] ?? 0) : fieldsEnd;
  const architecture = file[at + 2];
  if (end > file.length || architecture === undefined || architecture > 1) return null;
  let bytes = 0;
  // A field is its number, its size and its type; a developer's field ends with the developer's index.
  for (let field = fieldsAt; field < fieldsEnd; field += FIELD_BYTES) bytes += file[field + 1]!;
  for (let field = developerAt; field < end; field += FIELD_BYTES) bytes += file[field + 1]!;
  const timestampBytes = fieldsEnd > fieldsAt && file[fieldsAt] === TIMESTAMP ? file[fieldsAt + 1]! : 0;
  layouts.set(header & 0x0f, { bytes, timestampBytes });
  return end;
}
