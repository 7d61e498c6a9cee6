import { readSync } from 'node:fs';
import { inflateSync, zstdDecompressSync } from 'node:zlib';
import { PbfReader } from 'pbf';
import { ExtractError } from './extract-error.js';

/** Limits of the format: https://wiki.openstreetmap.org/wiki/PBF_Format */
const HEADER_BYTES_MAX = 64 * 1024;
const BLOCK_BYTES_MAX = 32 * 1024 * 1024;
const LENGTH_BYTES = 4;

/** A part of an OSM PBF file. */
export interface Block {
  type: string;
  /** Position of the block in the file. */
  offset: number;
  /** Uncompressed content. */
  data: Uint8Array;
}

/** An open file; `size` in bytes. */
export interface ExtractFile {
  descriptor: number;
  size: number;
}

/**
 * Returns the blocks of an OSM PBF file, one at a time.
 * @throws ExtractError if the file is cut off, is not in the format, or exceeds its limits.
 */
export function* readBlocks(file: ExtractFile): Generator<Block> {
  let offset = 0;
  while (offset < file.size) {
    const place = { offset, size: file.size };
    const headerBytes = readPart(file, offset, LENGTH_BYTES, place).readUInt32BE();
    if (headerBytes === 0 || headerBytes > HEADER_BYTES_MAX) throw new ExtractError(whatStarts(offset), place);
    const header = headerOf(readPart(file, offset + LENGTH_BYTES, headerBytes, place), place);
    const start = offset + LENGTH_BYTES + headerBytes;
    if (header.bytes > BLOCK_BYTES_MAX)
      throw new ExtractError('A block is larger than the 32 MB that the format allows', place);
    const blob = readPart(file, start, header.bytes, place);
    offset = start + header.bytes;
    yield { type: header.type, offset: place.offset, data: contentOf(blob, place) };
  }
}

function whatStarts(offset: number): string {
  return offset === 0 ? 'The file is not an OSM PBF extract' : 'The file is damaged: no block starts where one must';
}

type Place = { offset: number; size: number };

function readPart({ descriptor, size }: ExtractFile, offset: number, length: number, place: Place): Buffer {
  if (offset + length > size) throw new ExtractError('The file is cut off within a block', place);
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const count = readSync(descriptor, bytes, done, length - done, offset + done);
    if (count === 0) throw new ExtractError('The file is cut off within a block', place);
    done += count;
  }
  return bytes;
}

function headerOf(bytes: Buffer, place: Place): { type: string; bytes: number } {
  const header = parsed(bytes, place, { type: '', bytes: -1 }, (tag, found, pbf) => {
    if (tag === 1) found.type = pbf.readString();
    else if (tag === 3) found.bytes = pbf.readVarint();
  });
  if (header.type === '' || header.bytes < 0) throw new ExtractError(whatStarts(place.offset), place);
  return header;
}

interface Blob {
  raw?: Uint8Array;
  zlib?: Uint8Array;
  zstd?: Uint8Array;
  isOther?: boolean;
}

function contentOf(bytes: Buffer, place: Place): Uint8Array {
  const blob = parsed<Blob>(bytes, place, {}, (tag, found, pbf) => {
    if (tag === 1) found.raw = pbf.readBytes();
    else if (tag === 3) found.zlib = pbf.readBytes();
    else if (tag === 7) found.zstd = pbf.readBytes();
    else if (tag >= 4 && tag <= 6) found.isOther = true;
  });
  if (blob.isOther) throw new ExtractError('A block is compressed by LZMA or LZ4, which is not supported', place);
  const packed = blob.zlib ?? blob.zstd;
  if (!packed) return blob.raw ?? new Uint8Array();
  try {
    const limit = { maxOutputLength: BLOCK_BYTES_MAX };
    return blob.zlib ? inflateSync(packed, limit) : zstdDecompressSync(packed, limit);
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    const what = isTooLarge
      ? 'A block is larger than the 32 MB that the format allows when it is unpacked'
      : 'A block cannot be unpacked: the file is damaged';
    throw new ExtractError(what, place, error);
  }
}

function parsed<T>(
  bytes: Uint8Array,
  place: Place,
  result: T,
  read: (tag: number, result: T, pbf: PbfReader) => void,
): T {
  try {
    return new PbfReader(bytes).readFields(read, result);
  } catch (error) {
    throw new ExtractError('A block cannot be read: the file is damaged', place, error);
  }
}
