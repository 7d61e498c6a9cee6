import { Readable } from 'node:stream';
import type { FileSource } from './storage.js';

/** Releases a source, whether read to its end or not; a started generator ends with its reader. */
export function endSource(source: FileSource): void {
  if (source instanceof Readable) source.destroy();
}

/**
 * Splits a source into parts of equal size, the last one smaller or empty; always yields at least one. Buffers at most
 * one part.
 */
export async function* partsOf(source: FileSource, partBytes: number): AsyncGenerator<Buffer, undefined> {
  let pieces: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of source) {
    let rest = chunk;
    while (held + rest.byteLength >= partBytes) {
      const filling = partBytes - held;
      const part = Buffer.concat([...pieces, rest.subarray(0, filling)], partBytes);
      [pieces, held] = [[], 0];
      rest = rest.subarray(filling);
      yield part;
    }
    if (rest.byteLength > 0) pieces.push(rest);
    held += rest.byteLength;
  }
  yield Buffer.concat(pieces, held);
  return undefined;
}

/** @throws RangeError past `maxBytes`, and ends the stream. */
export async function* limitBytes(source: FileSource, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new RangeError(`The stream holds more than ${maxBytes} bytes.`);
    yield chunk;
  }
}

/** Reads a whole stream that is known to be small. @throws RangeError past `maxBytes`, and ends the stream. */
export async function readAll(source: FileSource, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of limitBytes(source, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
