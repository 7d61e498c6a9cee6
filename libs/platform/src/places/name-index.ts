import type { Sections } from './data-file.js';

/** A range of entries that share a prefix of `depth` letters. */
export interface NameRange {
  from: number;
  to: number;
  depth: number;
}

/** Characters of a folded name: letters, digits and the space, as character codes. */
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz0123456789 '].map((letter) => letter.charCodeAt(0));

const BLANK = ' '.charCodeAt(0);

/**
 * Index of all names of all places, with an entry per word, sorted by the text from that word to the end of the name. A
 * prefix is a range of entries, and one more letter narrows the range by two binary searches.
 */
export class NameIndex {
  readonly #text: Uint8Array;
  readonly #entryAt: Uint32Array;
  readonly #entryPlace: Uint32Array;

  constructor(sections: Sections) {
    this.#text = sections.numbers('names.text', Uint8Array);
    this.#entryAt = sections.numbers('names.entryAt', Uint32Array);
    this.#entryPlace = sections.numbers('names.entryPlace', Uint32Array);
  }

  placeOf(entry: number): number {
    return this.#entryPlace[entry]!;
  }

  /** True if the entry is the start of its name rather than a later word. */
  startsName(entry: number): boolean {
    const at = this.#entryAt[entry]!;
    return at === 0 || this.#text[at - 1] === 0;
  }

  /** True if the name ends after `depth` letters of the entry. */
  endsAt(entry: number, depth: number): boolean {
    return this.#text[this.#entryAt[entry]! + depth] === 0;
  }

  /** True if a word of the name ends after `depth` letters of the entry. */
  endsWord(entry: number, depth: number): boolean {
    return this.endsAt(entry, depth) || this.#text[this.#entryAt[entry]! + depth] === BLANK;
  }

  /** Returns the entries that start with a folded text; `null` if there are none. */
  prefix(text: string): NameRange | null {
    return this.#narrow({ from: 0, to: this.#entryAt.length, depth: 0 }, text, 0);
  }

  /**
   * Returns the entries that start with the text after one edit at a letter from `start` on and before `end`: replaced,
   * deleted, inserted, or swapped with its neighbor.
   */
  prefixWithTypo(text: string, start: number, end: number): NameRange[] {
    const found: NameRange[] = [];
    let range = this.#narrow({ from: 0, to: this.#entryAt.length, depth: 0 }, text.slice(0, start), 0);
    for (let at = start; range && at <= end; at += 1) {
      found.push(...this.#oneEdit(range, text, at, end));
      range = at < text.length ? this.#step(range, text.charCodeAt(at)) : null;
    }
    return found;
  }

  #oneEdit(range: NameRange, text: string, at: number, end: number): NameRange[] {
    const found: (NameRange | null)[] = [];
    for (const letter of ALPHABET) {
      const next = this.#step(range, letter);
      if (next) {
        found.push(this.#narrow(next, text, at), at < end ? this.#narrow(next, text, at + 1) : null);
      }
    }
    if (at < end) {
      found.push(this.#narrow(range, text, at + 1));
    }
    if (at + 1 < end) {
      found.push(this.#narrow(range, text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2), at));
    }
    return found.filter((candidate) => candidate !== null);
  }

  #narrow(range: NameRange, text: string, start: number): NameRange | null {
    let narrowed: NameRange | null = range;
    for (let at = start; narrowed && at < text.length; at += 1) {
      narrowed = this.#step(narrowed, text.charCodeAt(at));
    }
    return narrowed;
  }

  #step({ from, to, depth }: NameRange, letter: number): NameRange | null {
    const first = this.#lowerBound(from, to, depth, letter);
    const last = this.#lowerBound(first, to, depth, letter + 1);
    return first < last ? { from: first, to: last, depth: depth + 1 } : null;
  }

  #lowerBound(from: number, to: number, depth: number, letter: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#text[this.#entryAt[middle]! + depth]! < letter) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
