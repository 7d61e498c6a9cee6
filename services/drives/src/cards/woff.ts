import { inflateSync } from 'node:zlib';

const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;
const TABLE_BYTES_MAX = 4_000_000;

/** Unpacks a WOFF font, whose tables are compressed (https://www.w3.org/TR/WOFF/), to the form that shapers read. */
export function sfntOf(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is not a WOFF font.');
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * count);
  // Leaves the directory's search fields at 0: a dozen tables need no binary search.
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (let index = 0; index < count; index += 1) {
    const entry = HEADER_BYTES + ENTRY_BYTES * index;
    const table = tableOf(woff, entry);
    const target = 12 + 16 * index;
    woff.copy(directory, target, entry, entry + 4);
    woff.copy(directory, target + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(offset, target + 8);
    directory.writeUInt32BE(table.length, target + 12);
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, padding);
    offset += table.length + padding.length;
  }
  return Buffer.concat(parts);
}

function tableOf(woff: Buffer, entry: number): Buffer {
  const [start, stored, whole] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
    number,
    number,
    number,
  ];
  const bytes = woff.subarray(start, start + stored);
  return stored < whole ? inflateSync(bytes, { maxOutputLength: TABLE_BYTES_MAX }) : bytes;
}
