/** COPY's signature; its flags and the length of what extends the header are zero. */
const HEADER = Buffer.from(`PGCOPY\n\xff\r\n\0${'\0'.repeat(8)}`, 'latin1');
const END = -1;
const NULL = -1;
const FIRST_BYTES = 64 * 1024;
const DOUBLE_BYTES = 8;
/** Of one unit of a JavaScript string. */
const UTF8_BYTES_MAX = 3;
const HALF_OF_INT8 = 2 ** 32;
/** The numbers the server gives its types. */
const INT4_TYPE = 23;
const TEXT_TYPE = 25;
/** Says of a `cube` that it is one corner alone. */
const CUBE_IS_POINT = -0x8000_0000;

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/**
 * Rows in COPY's binary format (postgresql.org/docs/current/sql-copy.html): in its text format each value would be written out
 * here and read again there. Call `row`, and then for each column in turn the method that is named as its type.
 */
export class BinaryRows {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #end = HEADER.copy(this.#bytes);

  row(columns: number): void {
    this.#reserve(2);
    this.#end = this.#bytes.writeInt16BE(columns, this.#end);
  }

  text(value: string): void {
    const start = this.#begin();
    this.#write(value);
    this.#finishFrom(start);
  }

  bool(value: boolean): void {
    this.#column(1);
    this.#end = this.#bytes.writeUInt8(value ? 1 : 0, this.#end);
  }

  int4(value: number): void {
    this.#column(4);
    this.#int4(value);
  }

  /** @param value a whole number as exact as JavaScript's are. */
  int8(value: number): void {
    this.#column(8);
    this.#int4(Math.floor(value / HALF_OF_INT8));
    this.#end = this.#bytes.writeUInt32BE(value >>> 0, this.#end);
  }

  float8(value: number | null): void {
    this.#column(value === null ? NULL : DOUBLE_BYTES);
    if (value !== null) this.#double(value);
  }

  point(x: number, y: number): void {
    this.#column(2 * DOUBLE_BYTES);
    this.#point(x, y);
  }

  box({ west, south, east, north }: Box): void {
    this.#column(4 * DOUBLE_BYTES);
    this.#point(east, north);
    this.#point(west, south);
  }

  /** An open one. */
  path(xs: readonly number[], ys: readonly number[]): void {
    this.#column(1 + 4 + 2 * DOUBLE_BYTES * xs.length);
    this.#end = this.#bytes.writeUInt8(0, this.#end);
    this.#int4(xs.length);
    for (let index = 0; index < xs.length; index += 1) this.#point(xs[index]!, ys[index]!);
  }

  /** A point of the `cube` extension. */
  cube(coordinates: readonly number[]): void {
    this.#column(4 + DOUBLE_BYTES * coordinates.length);
    this.#int4(CUBE_IS_POINT | coordinates.length);
    for (const coordinate of coordinates) this.#double(coordinate);
  }

  /** A `text[]`. */
  texts(values: readonly string[]): void {
    this.#list(TEXT_TYPE, values, (value) => this.text(value));
  }

  /** An `int[]`. */
  ints(values: readonly number[]): void {
    this.#list(INT4_TYPE, values, (value) => this.int4(value));
  }

  /** @param words different ones, without a zero character. */
  tsvector(words: readonly string[]): void {
    const start = this.#begin();
    this.#int4(words.length);
    for (const word of words) {
      // A zero ends it, and another two say that it has no positions.
      this.#write(word);
      this.#reserve(3);
      this.#bytes.fill(0, this.#end, this.#end + 3);
      this.#end += 3;
    }
    this.#finishFrom(start);
  }

  /** All rows, with the end that COPY asks for. */
  finish(): Buffer {
    this.row(END);
    return this.#bytes.subarray(0, this.#end);
  }

  #list<T>(type: number, values: readonly T[], write: (value: T) => void): void {
    const start = this.#begin();
    this.#reserve(5 * 4);
    this.#int4(values.length > 0 ? 1 : 0);
    this.#int4(0);
    this.#int4(type);
    if (values.length > 0) {
      this.#int4(values.length);
      this.#int4(1);
      for (const value of values) write(value);
    }
    this.#finishFrom(start);
  }

  /** A column whose length is known when it is written. @returns where it began. */
  #begin(): number {
    this.#column(4);
    return this.#end;
  }

  #finishFrom(start: number): void {
    this.#bytes.writeInt32BE(this.#end - start, start - 4);
  }

  /** Takes the room that any such text could need: to count its bytes first would take as long as writing them. */
  #write(text: string): void {
    this.#reserve(UTF8_BYTES_MAX * text.length);
    this.#end += this.#bytes.write(text, this.#end);
  }

  /** The length of a column's value, and room for it. */
  #column(length: number): void {
    this.#reserve(4 + Math.max(0, length));
    this.#int4(length);
  }

  #int4(value: number): void {
    this.#end = this.#bytes.writeInt32BE(value, this.#end);
  }

  #double(value: number): void {
    this.#end = this.#bytes.writeDoubleBE(value, this.#end);
  }

  #point(x: number, y: number): void {
    this.#double(x);
    this.#double(y);
  }

  #reserve(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#end + length));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}
