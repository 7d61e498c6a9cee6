/** COPY's signature, followed by zero flags and a zero-length header extension. */
const HEADER = Buffer.from(`PGCOPY\n\xff\r\n\0${'\0'.repeat(8)}`, 'latin1');
const END = -1;
const NULL = -1;
const FIRST_BYTES = 64 * 1024;
const DOUBLE_BYTES = 8;
/** Per UTF-16 code unit of a JavaScript string. */
const UTF8_BYTES_MAX = 3;
const HALF_OF_INT8 = 2 ** 32;
/** Type OIDs of the server. */
const INT4_TYPE = 23;
const TEXT_TYPE = 25;
/** Flag in a `cube` that marks it as a single point. */
const CUBE_IS_POINT = -0x8000_0000;

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/**
 * Builds rows in COPY's binary format (postgresql.org/docs/current/sql-copy.html), which saves formatting each value as
 * text here and parsing it on the server. Call `row`, then, for each column in order, the method named after its type.
 */
export class BinaryRows {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #end = HEADER.copy(this.#bytes);

  row(columns: number): void {
    this.#reserve(2);
    this.#end = this.#bytes.writeInt16BE(columns, this.#end);
  }

  text(value: string): void {
    const start = this.#start();
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

  /** @param value a safe integer. */
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

  /** Writes an open path. */
  path(xs: readonly number[], ys: readonly number[]): void {
    this.#column(1 + 4 + 2 * DOUBLE_BYTES * xs.length);
    this.#end = this.#bytes.writeUInt8(0, this.#end);
    this.#int4(xs.length);
    for (let index = 0; index < xs.length; index += 1) this.#point(xs[index]!, ys[index]!);
  }

  /** Writes a point of the `cube` extension. */
  cube(coordinates: readonly number[]): void {
    this.#column(4 + DOUBLE_BYTES * coordinates.length);
    this.#int4(CUBE_IS_POINT | coordinates.length);
    for (const coordinate of coordinates) this.#double(coordinate);
  }

  /** Writes a box of the `cube` extension. */
  cubeBox(low: readonly number[], high: readonly number[]): void {
    this.#column(4 + 2 * DOUBLE_BYTES * low.length);
    this.#int4(low.length);
    for (const coordinate of [...low, ...high]) this.#double(coordinate);
  }

  /** Writes a `text[]`. */
  texts(values: readonly string[]): void {
    this.#list(TEXT_TYPE, values, (value) => this.text(value));
  }

  /** Writes an `int[]`. */
  ints(values: readonly number[]): void {
    this.#list(INT4_TYPE, values, (value) => this.int4(value));
  }

  /** @param words distinct words without zero characters. */
  tsvector(words: readonly string[]): void {
    const start = this.#start();
    this.#int4(words.length);
    for (const word of words) {
      // A zero byte ends the word; two more give its number of positions, zero.
      this.#write(word);
      this.#reserve(3);
      this.#bytes.fill(0, this.#end, this.#end + 3);
      this.#end += 3;
    }
    this.#finishFrom(start);
  }

  /** Returns all rows, terminated by COPY's trailer. */
  finish(): Buffer {
    this.row(END);
    return this.#bytes.subarray(0, this.#end);
  }

  #list<T>(type: number, values: readonly T[], write: (value: T) => void): void {
    const start = this.#start();
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

  /** Starts a column whose length is known only after it is written. @returns offset of its value. */
  #start(): number {
    this.#column(4);
    return this.#end;
  }

  #finishFrom(start: number): void {
    this.#bytes.writeInt32BE(this.#end - start, start - 4);
  }

  /** Reserves the most bytes the text could need: counting them first would take as long as writing them. */
  #write(text: string): void {
    this.#reserve(UTF8_BYTES_MAX * text.length);
    this.#end += this.#bytes.write(text, this.#end);
  }

  /** Writes the length of a column's value and reserves room for it. */
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
