import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { expandAbbreviations, foldName } from './fold.js';
import type { Gazetteer } from './gazetteer.js';
import type { NameIndex, NameRange } from './name-index.js';
import type { PlaceKind } from './places.js';
import { nearBonus, NEAR_BONUS_MAX, relevanceOf } from './relevance.js';
import { homeFirst } from './same-names.js';

const TEXT_MAX = 100;
const WORDS_MAX = 8;
const TYPO_WORD_MIN = 5;

/** Number of places among which those of the same name are put in order, even if fewer are returned. */
const SAME_NAME_MIN = 10;

/** Minimum number of correctly spelled matches at which no match with a typo is offered. */
const GOOD_MIN = 3;

/**
 * Caps the size, so that a country does not outrank a large city: beyond this, nearness matters more than population.
 */
const SIZE_MAX = 6.5;

/** On the scale of `relevanceOf`. */
const COUNTRY_BONUS = 1;
const SPLIT_PENALTY = 0.5;
const EXACT_QUALIFIER_BONUS = 0.5;
const TYPE_BONUS: Record<PlaceKind, { country: number; state: number }> = {
  place: { country: 0, state: -0.5 },
  geoname: { country: 1.5, state: 1 },
};

/**
 * A smaller town in another country is offered only by whole words of its name, without a typo: while somebody types "dragon" in
 * Tennessee, Dragoni in Italy is a guess.
 */
const ABROAD_POPULATION_MIN = 20_000;

/** Where the person is, or looks. */
export interface Viewpoint {
  location: LatLng;
  /** -1 at sea. */
  country: number;
}

/** One interpretation of the typed text: the name of a place, followed by words that qualify it. */
interface Interpretation {
  name: string;
  qualifiers: string[];
  penalty: number;
}

export interface ScoredPlace {
  place: number;
  score: number;
  /** True if the text is the full name of the place, including any qualifiers. */
  isExact: boolean;
}

interface Wanted {
  kind: PlaceKind;
  near: Viewpoint | null;
  best: Best;
}

/** Quality of the match between a region (a country or state) and a qualifier. */
type RegionMatches = Map<number, 'exact' | 'prefix'>;

/** Finds the places that a partially typed text may mean. */
export class Suggestions {
  readonly #gazetteer: Gazetteer;
  readonly #names: NameIndex;
  readonly #weights: Float32Array;

  constructor(gazetteer: Gazetteer, names: NameIndex) {
    this.#gazetteer = gazetteer;
    this.#names = names;
    this.#weights = Float32Array.from(gazetteer.populations, (population) =>
      Math.min(SIZE_MAX, Math.log10(population + 1)),
    );
  }

  /**
   * Returns the most relevant places, best first, those of the viewpoint's country before namesakes.
   * Includes places with a typo only if few match without one.
   */
  find(text: string, kind: PlaceKind, limit: number, near: Viewpoint | null): readonly ScoredPlace[] {
    if (near === null || near.country < 0 || limit <= 0) return this.#mostRelevant(text, kind, limit, near);
    const found = this.#mostRelevant(text, kind, Math.max(limit, SAME_NAME_MIN), near);
    return homeFirst(found, limit, ({ place, isExact }) => ({
      // Exact matches bear the typed name, though it need not be their main one: Rome, Italy, is also "Roma".
      name: isExact ? '' : foldName(this.#gazetteer.name(place)),
      isHome: this.#gazetteer.countryOf(place) === near.country,
      isFixed: this.#gazetteer.typeOf(place) === 'country',
    }));
  }

  #mostRelevant(text: string, kind: PlaceKind, limit: number, near: Viewpoint | null): readonly ScoredPlace[] {
    const readings = limit > 0 ? readingsOf(text) : [];
    const best = new Best(limit, (place) => this.#gazetteer.label(place));
    const requested = { kind, near, best };
    for (const reading of readings) {
      this.#collect(this.#withPrefix(reading.name), reading, this.#regionsFor(reading, false), false, requested);
    }
    if (best.kept.length >= Math.min(limit, GOOD_MIN)) {
      return best.kept;
    }
    for (const reading of readings) {
      this.#collect(this.#withPrefix(reading.name), reading, this.#regionsFor(reading, true), true, requested);
      this.#collect(this.#withTypo(reading.name), reading, this.#regionsFor(reading, false), true, requested);
    }
    return best.kept;
  }

  #collect(
    ranges: NameRange[],
    reading: Interpretation,
    regions: RegionMatches[],
    hasTypo: boolean,
    requested: Wanted,
  ): void {
    const { kind, near, best } = requested;
    const bonusMax = EXACT_QUALIFIER_BONUS + (near ? NEAR_BONUS_MAX + COUNTRY_BONUS : 0);
    for (const { from, to, depth } of ranges) {
      for (let entry = from; entry < to; entry += 1) {
        const place = this.#names.placeOf(entry);
        const startsName = this.#names.startsName(entry);
        const match = !startsName ? 'word' : this.#names.endsAt(entry, depth) ? 'exact' : 'start';
        const size = this.#weightOf(place, kind);
        const score = relevanceOf({ match, hasTypo, size, isDrive: false }) - reading.penalty;
        const qualifierScore = best.accepts(score + bonusMax) ? this.#qualifierScore(place, regions) : null;
        const isWhole = !hasTypo && this.#names.endsWord(entry, depth);
        const isGuess = near !== null && !isWhole && this.#isSmallAbroad(place, near);
        if (qualifierScore !== null && !isGuess) {
          const bonus = near ? this.#bonusFor(place, near) : 0;
          const isExact = match === 'exact' && !hasTypo && (regions.length === 0 || qualifierScore > 0);
          best.add({ place, score: score + qualifierScore + bonus, isExact });
        }
      }
    }
  }

  #bonusFor(place: number, { location, country }: Viewpoint): number {
    const isHome = this.#gazetteer.countryOf(place) === country;
    return nearBonus(distanceMeters(location, this.#gazetteer.location(place))) + (isHome ? COUNTRY_BONUS : 0);
  }

  #isSmallAbroad(place: number, { country }: Viewpoint): boolean {
    const isCity = place >= this.#gazetteer.firstCity;
    const isAbroad = country >= 0 && this.#gazetteer.countryOf(place) !== country;
    return isCity && isAbroad && this.#gazetteer.populations[place]! < ABROAD_POPULATION_MIN;
  }

  #weightOf(place: number, kind: PlaceKind): number {
    const type = this.#gazetteer.typeOf(place);
    return this.#weights[place]! + (type === 'country' || type === 'state' ? TYPE_BONUS[kind][type] : 0);
  }

  /** Returns `null` if a qualifier matches neither the state nor the country of the place. */
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

  #regionsFor({ qualifiers }: Interpretation, withTypo: boolean): RegionMatches[] {
    return qualifiers.map((word) => {
      const matches: RegionMatches = new Map();
      for (const { from, to, depth } of withTypo ? this.#withTypo(word) : this.#withPrefix(word)) {
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

  #withPrefix(text: string): NameRange[] {
    const range = this.#names.prefix(text);
    return range ? [range] : [];
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

/** "asheville nc" may be a place of that name, or Asheville in NC; a comma decides. */
function readingsOf(text: string): Interpretation[] {
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

/** Leaves the last word as it is, since it is still being typed: "st" may become "stockholm". */
function expandAllButLast(words: string[]): string {
  return [...words.slice(0, -1).map(expandAbbreviations), words.at(-1)].join(' ');
}

/** The best results so far, without duplicate places or labels. */
class Best {
  readonly #limit: number;
  readonly #labelOf: (place: number) => string;
  #kept: (ScoredPlace & { label: string })[] = [];

  constructor(limit: number, labelOf: (place: number) => string) {
    this.#limit = limit;
    this.#labelOf = labelOf;
  }

  get kept(): readonly ScoredPlace[] {
    return this.#kept;
  }

  accepts(score: number): boolean {
    return this.#kept.length < this.#limit || score > this.#kept.at(-1)!.score;
  }

  add(scored: ScoredPlace): void {
    const { place, score } = scored;
    if (!this.accepts(score)) {
      return;
    }
    const label = this.#labelOf(place);
    const known = this.#kept.find((stored) => stored.label === label);
    if (known && known.score >= score) {
      return;
    }
    const others = this.#kept.filter((stored) => stored !== known);
    const at = others.findIndex((stored) => stored.score < score);
    others.splice(at < 0 ? others.length : at, 0, { ...scored, label });
    this.#kept = others.slice(0, this.#limit);
  }
}
