import { TextDecoder } from 'node:util';

/** Small enough that a limit on what gathers between two chunks is kept closely. */
const CHUNK_BYTES = 65_536;
/** Enough to see a byte order mark or an XML declaration. */
const HEAD_BYTES = 256;
/** Enough to tell one format from another. */
const PEEK_CHARS = 65_536;

/**
 * The text of a stream of bytes in chunks of at most 64 KiB, without its byte order mark: UTF-8, unless a byte order mark
 * or an XML declaration says otherwise. Bytes that are no text become U+FFFD.
 */
export async function* textChunks(bytes: AsyncIterable<Buffer | string>): AsyncGenerator<string, void, void> {
  let head: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  for await (const chunk of bytes) {
    const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (decoder) {
      yield* decodeInPieces(decoder, buffer);
      continue;
    }
    head = Buffer.concat([head, buffer]);
    if (head.length >= HEAD_BYTES) {
      decoder = new TextDecoder(encodingOf(head));
      yield* decodeInPieces(decoder, head);
    }
  }
  if (!decoder) {
    decoder = new TextDecoder(encodingOf(head));
    yield* decodeInPieces(decoder, head);
  }
  const rest = decoder.decode();
  if (rest !== '') {
    yield rest;
  }
}

/** The start of a text, and the whole text again from its start. */
export async function peekText(
  chunks: AsyncGenerator<string, void, void>,
): Promise<{ start: string; text: AsyncGenerator<string, void, void> }> {
  const held: string[] = [];
  let length = 0;
  while (length < PEEK_CHARS) {
    const { value, done } = await chunks.next();
    if (done) {
      break;
    }
    held.push(value);
    length += value.length;
  }
  async function* again(): AsyncGenerator<string, void, void> {
    yield* held.splice(0);
    yield* chunks;
  }
  return { start: held.join(''), text: again() };
}

function* decodeInPieces(decoder: TextDecoder, buffer: Buffer): Generator<string, void, void> {
  for (let from = 0; from < buffer.length; from += CHUNK_BYTES) {
    yield decoder.decode(buffer.subarray(from, from + CHUNK_BYTES), { stream: true });
  }
}

function encodingOf(head: Buffer): string {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) {
    return 'utf-16le';
  }
  if (first === 0xfe && second === 0xff) {
    return 'utf-16be';
  }
  const declared = /^\s*<\?xml[^>]*\bencoding=["']([\w-]+)["']/.exec(head.toString('latin1'))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return 'utf-8';
  }
}
