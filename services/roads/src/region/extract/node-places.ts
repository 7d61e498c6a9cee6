import { ExtractError } from './extract-error.js';

/** Nodes per chunk, so that a large extract needs no copy of all when it grows. */
const CHUNK = 1 << 18;

interface Chunk {
  ids: Float64Array;
  /** Units of the globe's square in Web Mercator, as in `area.ts`. */
  xs: Uint32Array;
  ys: Uint32Array;
}

/** Places of nodes by id, in 16 bytes each: added in ascending order, then found by binary search. */
export class NodePlaces {
  readonly #chunks: Chunk[] = [];
  #size = 0;
  #lastId = -Infinity;

  get size(): number {
    return this.#size;
  }

  /** @throws ExtractError unless the ids ascend. */
  add(id: number, x: number, y: number): void {
    if (id <= this.#lastId)
      throw new ExtractError('The nodes of the extract are not sorted by id: run `osmium sort` on it first');
    this.#lastId = id;
    const within = this.#size % CHUNK;
    if (within === 0)
      this.#chunks.push({
        ids: new Float64Array(CHUNK).fill(Infinity),
        xs: new Uint32Array(CHUNK),
        ys: new Uint32Array(CHUNK),
      });
    const chunk = this.#chunks.at(-1)!;
    chunk.ids[within] = id;
    chunk.xs[within] = x;
    chunk.ys[within] = y;
    this.#size += 1;
  }

  /** Appends x and y of the node to `target`; returns false if the extract lacks the node. */
  push(id: number, target: number[]): boolean {
    const chunk = this.#chunkOf(id);
    if (!chunk) return false;
    let [low, high] = [0, CHUNK - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (chunk.ids[middle]! < id) low = middle + 1;
      else high = middle;
    }
    if (chunk.ids[low] !== id) return false;
    target.push(chunk.xs[low]!, chunk.ys[low]!);
    return true;
  }

  #chunkOf(id: number): Chunk | undefined {
    let [low, high] = [0, this.#chunks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#chunks[middle]!.ids[0]! <= id) low = middle;
      else high = middle - 1;
    }
    return this.#chunks[low];
  }
}
