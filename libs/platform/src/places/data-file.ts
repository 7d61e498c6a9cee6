/**
 * File format of the prepared data: a short JSON header with the position of each section, then the sections, which are
 * used in place. Nothing is parsed at start, so loading costs one read.
 */
const MAGIC = 'SBPLACES';
const ALIGNMENT_BYTES = 8;

type Numbers = Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array | Float32Array;

interface SectionPlace {
  type: string;
  offsetBytes: number;
  length: number;
}

/** Many strings in one UTF-8 blob, decoded one at a time. */
export interface StringTable {
  length: number;
  get(index: number): string;
}

export type SectionContent = Numbers | string[];

/** Packs sections into one buffer. A list of strings becomes two sections: its bytes and the start of each string. */
export function packSections(sections: Record<string, SectionContent>): Buffer {
  const places: Record<string, SectionPlace> = {};
  const bodies: Buffer[] = [];
  let offsetBytes = 0;
  for (const [name, numbers] of Object.entries(sections).flatMap(flattenSection)) {
    const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    const padding = Buffer.alloc(-bytes.length & (ALIGNMENT_BYTES - 1));
    places[name] = { type: numbers.constructor.name, offsetBytes, length: numbers.length };
    bodies.push(bytes, padding);
    offsetBytes += bytes.length + padding.length;
  }
  const header = JSON.stringify(places);
  const headerLengthBytes = Math.ceil(Buffer.byteLength(header) / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
  const start = Buffer.alloc(MAGIC.length + ALIGNMENT_BYTES + headerLengthBytes, ' ');
  start.write(MAGIC, 0, 'latin1');
  start.writeBigUInt64LE(BigInt(headerLengthBytes), MAGIC.length);
  start.write(header, MAGIC.length + ALIGNMENT_BYTES);
  return Buffer.concat([start, ...bodies]);
}

/** Typed access to a packed file, without copying its bytes. */
export class Sections {
  readonly #file: Uint8Array<ArrayBuffer>;
  readonly #places: Record<string, SectionPlace>;
  readonly #bodyBytes: number;

  /** @throws Error if the bytes are not a packed file. */
  constructor(packed: Buffer) {
    // A dedicated, aligned buffer: small files otherwise sit at odd offsets of a shared pool.
    this.#file = packed.byteOffset === 0 ? (packed as Uint8Array<ArrayBuffer>) : new Uint8Array(packed);
    const view = Buffer.from(this.#file.buffer);
    if (view.toString('latin1', 0, MAGIC.length) !== MAGIC) {
      throw new Error('The places data file is damaged: rebuild it.');
    }
    const headerLengthBytes = Number(view.readBigUInt64LE(MAGIC.length));
    const headerStart = MAGIC.length + ALIGNMENT_BYTES;
    this.#bodyBytes = headerStart + headerLengthBytes;
    this.#places = JSON.parse(view.toString('utf8', headerStart, this.#bodyBytes)) as Record<string, SectionPlace>;
  }

  numbers<T extends Numbers>(name: string, Type: new (buffer: ArrayBuffer, offset: number, length: number) => T): T {
    const place = this.#places[name];
    if (place?.type !== Type.name) {
      throw new Error(`The places data file has no section ${name} of type ${Type.name}: rebuild it.`);
    }
    return new Type(this.#file.buffer, this.#bodyBytes + place.offsetBytes, place.length);
  }

  strings(name: string): StringTable {
    const starts = this.numbers(`${name}.starts`, Uint32Array);
    const section = this.numbers(`${name}.bytes`, Uint8Array);
    const bytes = Buffer.from(section.buffer, section.byteOffset, section.length);
    return {
      length: starts.length - 1,
      get: (index) => bytes.toString('utf8', starts[index], starts[index + 1]),
    };
  }
}

function flattenSection([name, content]: [string, SectionContent]): [string, Numbers][] {
  if (!Array.isArray(content)) {
    return [[name, content]];
  }
  const starts = new Uint32Array(content.length + 1);
  content.forEach((text, index) => {
    starts[index + 1] = starts[index]! + Buffer.byteLength(text);
  });
  return [
    [`${name}.starts`, starts],
    [`${name}.bytes`, new Uint8Array(Buffer.from(content.join('')))],
  ];
}
