import { expandAbbreviations, foldName } from './fold.js';
import type { Gazetteer } from './gazetteer.js';
import type { NameIndex, NameRange } from './name-index.js';
import type { PlaceKind } from './places.js';

const TEXT_MAX = 100;
const WORDS_MAX = 8;
const TYPO_WORD_MIN = 5;

/** Scores are powers of ten of people: an exact name is worth ten times the population, and so on. */
const EXACT_BONUS = 1;
const INNER_WORD_PENALTY = 1.5;
const SPLIT_PENALTY = 0.5;
const EXACT_QUALIFIER_BONUS = 0.5;
const TYPE_BONUS: Record<PlaceKind, { country: number; state: number }> = {
  place: { country: 0, state: -1.5 },
  geoname: { country: 1.5, state: 1 },
};

/** A way to read what was typed: the name of a place, then words that say which of that name. */
interface Reading {
  name: string;
  qualifiers: string[];
  penalty: number;
}

interface Scored {
  place: number;
  score: number;
}

/** How well a region (a country or state) matches a qualifier. */
type RegionMatches = Map<number, 'exact' | 'prefix'>;

/** Finds the places a person may mean by what has been typed so far. */
export class Suggestions {
  readonly #gazetteer: Gazetteer;
  readonly #names: NameIndex;
  readonly #weights: Float32Array;

  constructor(gazetteer: Gazetteer, names: NameIndex) {
    this.#gazetteer = gazetteer;
    this.#names = names;
    this.#weights = Float32Array.from(gazetteer.populations, (population) => Math.log10(population + 1));
  }

  /** Numbers of places, best first: names that begin with the text by population, then those one typo away. */
  find(text: string, kind: PlaceKind, limit: number): number[] {
    const readings = limit > 0 ? readingsOf(text) : [];
    const exact = new Best(limit, (place) => this.#gazetteer.label(place));
    for (const reading of readings) {
      const range = this.#names.prefix(reading.name);
      this.#collect(range ? [range] : [], reading, this.#regionsFor(reading, false), kind, exact);
    }
    if (readings.length === 0 || exact.places.length >= limit) {
      return exact.places;
    }
    const near = new Best(limit, (place) => this.#gazetteer.label(place));
    for (const reading of readings) {
      const name = this.#names.prefix(reading.name);
      this.#collect(name ? [name] : [], reading, this.#regionsFor(reading, true), kind, near);
      this.#collect(this.#withTypo(reading.name), reading, this.#regionsFor(reading, false), kind, near);
    }
    return [...new Set([...exact.places, ...near.places])].slice(0, limit);
  }

  #collect(ranges: NameRange[], reading: Reading, regions: RegionMatches[], kind: PlaceKind, best: Best): void {
    for (const { from, to, depth } of ranges) {
      for (let entry = from; entry < to; entry += 1) {
        const place = this.#names.placeOf(entry);
        const atStart = this.#names.startsName(entry);
        const nameScore = atStart ? (this.#names.endsAt(entry, depth) ? EXACT_BONUS : 0) : -INNER_WORD_PENALTY;
        const score = this.#weightOf(place, kind) + nameScore - reading.penalty;
        const qualifierScore = best.takes(score + EXACT_QUALIFIER_BONUS) ? this.#qualifierScore(place, regions) : null;
        if (qualifierScore !== null) {
          best.add(place, score + qualifierScore);
        }
      }
    }
  }

  #weightOf(place: number, kind: PlaceKind): number {
    const type = this.#gazetteer.typeOf(place);
    return this.#weights[place]! + (type === 'country' || type === 'state' ? TYPE_BONUS[kind][type] : 0);
  }

  /** `null` when a qualifier names neither the state nor the country of the place. */
  #qualifierScore(place: number, regions: RegionMatches[]): number | null {
    const country = this.#gazetteer.countryOf(place);
    const state = this.#gazetteer.stateOf(place);
    let allExact = regions.length > 0;
    for (const matches of regions) {
      const match =
        (state === place ? undefined : matches.get(state)) ?? (country === place ? undefined : matches.get(country));
      if (!match) {
        return null;
      }
      allExact &&= match === 'exact';
    }
    return allExact ? EXACT_QUALIFIER_BONUS : 0;
  }

  #regionsFor({ qualifiers }: Reading, withTypo: boolean): RegionMatches[] {
    return qualifiers.map((word) => {
      const matches: RegionMatches = new Map();
      const prefix = this.#names.prefix(word);
      for (const { from, to, depth } of withTypo ? this.#withTypo(word) : prefix ? [prefix] : []) {
        for (let entry = from; entry < to; entry += 1) {
          const place = this.#names.placeOf(entry);
          if (place < this.#gazetteer.firstCity && matches.get(place) !== 'exact') {
            matches.set(place, this.#names.endsAt(entry, depth) ? 'exact' : 'prefix');
          }
        }
      }
      return matches;
    });
  }

  #withTypo(text: string): NameRange[] {
    const found: NameRange[] = [];
    let start = 0;
    for (const word of text.split(' ')) {
      if (word.length >= TYPO_WORD_MIN) {
        found.push(...this.#names.prefixWithTypo(text, start, start + word.length));
      }
      start += word.length + 1;
    }
    return found;
  }
}

/** "asheville nc" may be a place of that name, or Asheville in NC; a comma says which. */
function readingsOf(text: string): Reading[] {
  const [beforeComma = '', ...afterComma] = text.slice(0, TEXT_MAX).split(',').map(foldName);
  const nameWords = beforeComma.split(' ').slice(0, WORDS_MAX);
  if (nameWords[0] === '') {
    return [];
  }
  if (afterComma.length > 0) {
    const qualifiers = afterComma.flatMap((part) => part.split(' ')).filter((word) => word !== '');
    const name = expandAbbreviations(beforeComma);
    return [{ name, qualifiers: qualifiers.slice(0, WORDS_MAX), penalty: 0 }];
  }
  return nameWords.map((_, index) => {
    const count = nameWords.length - index;
    const name = nameWords.slice(0, count).join(' ');
    return {
      name: index === 0 ? expandAllButLast(nameWords) : expandAbbreviations(name),
      qualifiers: nameWords.slice(count),
      penalty: index === 0 ? 0 : SPLIT_PENALTY,
    };
  });
}

/** The last word is still being typed: "st" may become "stockholm". */
function expandAllButLast(words: string[]): string {
  return [...words.slice(0, -1).map(expandAbbreviations), words.at(-1)].join(' ');
}

/** The best few so far, each place and each label once. */
class Best {
  readonly #limit: number;
  readonly #labelOf: (place: number) => string;
  #kept: (Scored & { label: string })[] = [];

  constructor(limit: number, labelOf: (place: number) => string) {
    this.#limit = limit;
    this.#labelOf = labelOf;
  }

  get places(): number[] {
    return this.#kept.map(({ place }) => place);
  }

  takes(score: number): boolean {
    return this.#kept.length < this.#limit || score > this.#kept.at(-1)!.score;
  }

  add(place: number, score: number): void {
    if (!this.takes(score)) {
      return;
    }
    const label = this.#labelOf(place);
    const known = this.#kept.find((kept) => kept.label === label);
    if (known && known.score >= score) {
      return;
    }
    const others = this.#kept.filter((kept) => kept !== known);
    const at = others.findIndex((kept) => kept.score < score);
    others.splice(at < 0 ? others.length : at, 0, { place, score, label });
    this.#kept = others.slice(0, this.#limit);
  }
}
