/** COPY's signature; its flags and the length of what extends the header are zero. */
const HEADER = Buffer.from(`PGCOPY\n\xff\r\n\0${'\0'.repeat(8)}`, 'latin1');
const END = -1;
const FIRST_BYTES = 64 * 1024;
const DOUBLE_BYTES = 8;

/**
 * Rows in COPY's binary format (postgresql.org/docs/current/sql-copy.html), for tables of many numbers: in the text format
 * each would be written out here and read again there. Call `row` and then each of its columns in turn.
 */
export class BinaryRows {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #end = 0;

  constructor() {
    this.#reserve(HEADER.length);
    this.#end = HEADER.copy(this.#bytes);
  }

  row(columns: number): void {
    this.#reserve(2);
    this.#end = this.#bytes.writeInt16BE(columns, this.#end);
  }

  text(value: string): void {
    const length = Buffer.byteLength(value);
    this.#field(length);
    this.#end += this.#bytes.write(value, this.#end);
  }

  /** PostgreSQL's `box`. */
  box({ west, south, east, north }: { west: number; south: number; east: number; north: number }): void {
    this.#field(4 * DOUBLE_BYTES);
    this.#point(east, north);
    this.#point(west, south);
  }

  /** PostgreSQL's `path`, an open one. */
  path(xs: readonly number[], ys: readonly number[]): void {
    this.#field(1 + 4 + 2 * DOUBLE_BYTES * xs.length);
    this.#end = this.#bytes.writeUInt8(0, this.#end);
    this.#end = this.#bytes.writeInt32BE(xs.length, this.#end);
    for (let index = 0; index < xs.length; index += 1) this.#point(xs[index]!, ys[index]!);
  }

  /** All rows, with the end that COPY asks for. */
  finish(): Buffer {
    this.row(END);
    return this.#bytes.subarray(0, this.#end);
  }

  /** The length of a column's value, and room for it. */
  #field(length: number): void {
    this.#reserve(4 + length);
    this.#end = this.#bytes.writeInt32BE(length, this.#end);
  }

  #point(x: number, y: number): void {
    this.#end = this.#bytes.writeDoubleBE(x, this.#end);
    this.#end = this.#bytes.writeDoubleBE(y, this.#end);
  }

  #reserve(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#end + length));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}
