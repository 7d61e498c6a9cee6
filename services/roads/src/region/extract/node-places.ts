import { ExtractError } from './extract-error.js';

/** Nodes per chunk, so that a large extract needs no copy of all when it grows. */
const CHUNK = 1 << 18;
/** A chunk starts small, since ids that are far apart need one each. */
const CAPACITY_MIN = 16;
/** Ids of a chunk are stored as differences from its first one, below this. */
const SPAN = 2 ** 32;

interface Chunk {
  first: number;
  size: number;
  /** Ids, less the first one. */
  offsets: Uint32Array;
  /** Units of the globe's square in Web Mercator, as in `area.ts`. */
  xs: Uint32Array;
  ys: Uint32Array;
}

/** Places of nodes by id, in 12 bytes each: added in ascending order, then found by binary search. */
export class NodePlaces {
  readonly #chunks: Chunk[] = [];
  #lastId = -Infinity;

  /** @throws ExtractError unless the ids ascend. */
  add(id: number, x: number, y: number): void {
    if (id <= this.#lastId)
      throw new ExtractError('The nodes of the extract are not sorted by id: run `osmium sort` on it first');
    let chunk = this.#chunks.at(-1);
    if (!chunk || chunk.size === CHUNK || id - chunk.first >= SPAN) {
      chunk = { first: id, size: 0, ...arraysOf(CAPACITY_MIN) };
      this.#chunks.push(chunk);
    }
    if (chunk.size === chunk.offsets.length) grow(chunk);
    chunk.offsets[chunk.size] = id - chunk.first;
    chunk.xs[chunk.size] = x;
    chunk.ys[chunk.size] = y;
    chunk.size += 1;
    this.#lastId = id;
  }

  /** Appends x and y of the node to `target`; returns false if the extract lacks the node. */
  push(id: number, target: number[]): boolean {
    const chunk = this.#chunkOf(id);
    const offset = id - (chunk?.first ?? Infinity);
    if (!chunk || offset < 0 || offset >= SPAN) return false;
    let [low, high] = [0, chunk.size - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (chunk.offsets[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    if (chunk.offsets[low] !== offset) return false;
    target.push(chunk.xs[low]!, chunk.ys[low]!);
    return true;
  }

  #chunkOf(id: number): Chunk | undefined {
    let [low, high] = [0, this.#chunks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#chunks[middle]!.first <= id) low = middle;
      else high = middle - 1;
    }
    return this.#chunks[low];
  }
}

function arraysOf(capacity: number): Pick<Chunk, 'offsets' | 'xs' | 'ys'> {
  return { offsets: new Uint32Array(capacity), xs: new Uint32Array(capacity), ys: new Uint32Array(capacity) };
}

function grow(chunk: Chunk): void {
  const { offsets, xs, ys } = chunk;
  Object.assign(chunk, arraysOf(2 * chunk.size));
  chunk.offsets.set(offsets);
  chunk.xs.set(xs);
  chunk.ys.set(ys);
}
