import { TextDecoder } from 'node:util';

/** Small enough that text buffered between two chunks exceeds a limit only slightly. */
const CHUNK_BYTES = 65_536;
/** Enough to contain a byte order mark or an XML declaration. */
const HEAD_BYTES = 256;
/** Enough to detect the format. */
const PEEK_CHARS = 65_536;
/** Encoding of most programs that do not write UTF-8 and declare no encoding, or a wrong one. */
const FALLBACK = 'windows-1252';

const NOT_UTF8 = 'It is not UTF-8: accents and other special characters were read as windows-1252.';

/**
 * Decodes a stream of bytes into chunks of at most 64 KiB, without its byte order mark. Detects UTF-16 by its bytes.
 * Reads everything else as UTF-8 until a byte is invalid, whatever the file declares; then in the declared encoding,
 * else windows-1252.
 * @param onNote receives one sentence if the encoding was guessed.
 */
export async function* textChunks(
  bytes: AsyncIterable<Buffer | string>,
  onNote: (note: string) => void = () => undefined,
): AsyncGenerator<string, void, void> {
  let head: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  let decoder: Decoder | undefined;
  for await (const chunk of bytes) {
    const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (decoder) {
      yield* inPieces(decoder, buffer);
      continue;
    }
    head = Buffer.concat([head, buffer]);
    if (head.length >= HEAD_BYTES) {
      decoder = decoderFor(head, onNote);
      yield* inPieces(decoder, head);
    }
  }
  if (!decoder) {
    decoder = decoderFor(head, onNote);
    yield* inPieces(decoder, head);
  }
  const rest = decoder.end();
  if (rest !== '') {
    yield rest;
  }
}

/** Returns the start of a text, and the whole text from its start. */
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

interface Decoder {
  decode(bytes: Buffer): string;
  end(): string;
}

function* inPieces(decoder: Decoder, buffer: Buffer): Generator<string, void, void> {
  for (let from = 0; from < buffer.length; from += CHUNK_BYTES) {
    yield decoder.decode(buffer.subarray(from, from + CHUNK_BYTES));
  }
}

function decoderFor(head: Buffer, onNote: (note: string) => void): Decoder {
  const wide = wideEncodingOf(head);
  return wide ? plainDecoder(wide) : new Utf8Decoder(declaredEncodingOf(head), onNote);
}

function plainDecoder(encoding: string): Decoder {
  const decoder = new TextDecoder(encoding);
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

/** Decodes UTF-8 up to the first invalid byte, then the rest in another encoding. */
class Utf8Decoder implements Decoder {
  /**
   * Each call decodes whole characters; the byte order mark is dropped by hand, since the decoder would drop one at the
   * start of any call.
   */
  private readonly utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  private other: Decoder | undefined;
  private carried: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  private isStart = true;

  constructor(
    private readonly declared: string | undefined,
    private readonly onNote: (note: string) => void,
  ) {}

  decode(bytes: Buffer): string {
    if (this.other) return this.other.decode(bytes);
    const all = this.carried.length > 0 ? Buffer.concat([this.carried, bytes]) : bytes;
    const wholeLength = all.length - openBytes(all);
    this.carried = all.subarray(wholeLength);
    try {
      const text = this.utf8.decode(all.subarray(0, wholeLength));
      return this.isStart ? text.replace(/^\ufeff/, '') : text;
    } catch {
      return this.switchOver().decode(all);
    } finally {
      this.isStart = false;
    }
  }

  end(): string {
    if (this.other) return this.other.end();
    if (this.carried.length === 0) return '';
    const other = this.switchOver();
    return other.decode(this.carried) + other.end();
  }

  private switchOver(): Decoder {
    if (this.declared === undefined) this.onNote(NOT_UTF8);
    this.other = plainDecoder(this.declared ?? FALLBACK);
    return this.other;
  }
}

/** Returns the number of bytes at the end that start a UTF-8 character without completing it. */
function openBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/**
 * Detects UTF-16 by a byte order mark or a zero byte next to the first character, which is ASCII in all formats we
 * read.
 */
function wideEncodingOf(head: Buffer): string | undefined {
  const [first, second] = head;
  if (first === undefined || second === undefined) return undefined;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return undefined;
}

/** Returns the 8-bit or East Asian encoding of an XML declaration; the bytes have already ruled out UTF-16. */
function declaredEncodingOf(head: Buffer): string | undefined {
  const declared = /^\s*<\?xml[^>]*\bencoding=["']([\w-]+)["']/.exec(head.toString('latin1'))?.[1];
  if (declared === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(declared);
    return encoding.startsWith('utf-') ? undefined : encoding;
  } catch {
    return undefined;
  }
}
