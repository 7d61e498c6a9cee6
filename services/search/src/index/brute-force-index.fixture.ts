import { CURVINESS_BANDS } from '@switchback/contracts/rules/curviness';
import { centerOfBounds } from '@switchback/geo/bounds';
import { distanceToLineMeters } from '@switchback/geo/line-distance';
import { lineCrossesBounds } from '@switchback/geo/lines';
import type { Bounds } from '@switchback/geo/location';
import { distanceMeters } from '@switchback/geo/distance';
import { decodePolyline } from '@switchback/geo/polyline';
import type { Caller } from '@switchback/platform/rpc/call';
import { maySee, viewersOf } from '@switchback/platform/wire/audience';
import type { Facets, Filters } from '@switchback/proto/search/v1/service';
import { type DriveDocument, type DriveValues, MEASURED_BAND } from '../document.js';
import { type QueryTerm, queryTerms } from '../query-terms.js';
import { isTypoOf, queryWords } from '../words.js';
import { facetsOf } from './facets.js';
import { type Condition, filterConditions } from './filters.js';
import { boxAround } from './geometry.js';
import type { DriveQuery, ExtentQuery, FacetsQuery, IndexChange, SearchQuery } from './search-index.js';

interface Entry {
  id: string;
  document: DriveDocument;
}

const HIGHEST_FIRST: Record<string, keyof DriveValues> = {
  stars: 'starRating',
  intensity: 'intensityRating',
  quality: 'roadQualityRating',
  traffic: 'trafficRating',
  curviness: 'curviness',
  gain: 'gain',
  reviews: 'reviewCount',
  popularity: 'popularity',
  tags: 'tagCount',
  created: 'createdAtMs',
};

const OPEN = { starRating: undefined, duration: undefined, curviness: undefined };
const KINDS_OFF = {
  includePrivate: false,
  includePublic: false,
  includeSaved: false,
  includeCompleted: false,
  includeShared: false,
};
const KINDS_ON = {
  includePrivate: true,
  includePublic: true,
  includeSaved: true,
  includeCompleted: true,
  includeShared: true,
};

/** Reference index that checks every drive: slow, but simple enough to be trusted. */
export class BruteForceIndex {
  readonly #newest = new Map<string, IndexChange>();

  apply(changes: readonly IndexChange[]): void {
    for (const change of changes) {
      const known = this.#newest.get(change.id);
      if (!known || known.version < change.version) this.#newest.set(change.id, change);
    }
  }

  entries(): Entry[] {
    return [...this.#newest.values()].flatMap(({ id, document }) => (document ? [{ id, document }] : []));
  }

  /** Returns every drive of the query, in order. */
  all(query: Pick<SearchQuery, 'filters' | 'caller' | 'sort'>): { id: string; key: number }[] {
    const accepts = this.#tolerance(query.filters.text);
    return this.matching(query)
      .map(({ id, document }) => ({ id, key: keyOf(query.sort, query.filters, document, accepts) }))
      .sort((a, b) => a.key - b.key || (a.id < b.id ? -1 : 1));
  }

  /** Counts what the query would find with each choice, among the drives that any of them may find. */
  facets({ filters, caller, lists }: FacetsQuery): Facets {
    const candidates = this.matching({ filters: { ...filters, ...KINDS_ON, ...lists, ...OPEN }, caller });
    const matching = (change: Partial<Filters>) => {
      const changed = { ...filters, ...change };
      const conditions = filterConditions(changed);
      return candidates.filter(
        ({ id, document }) =>
          isVisible(id, document, changed, caller) && conditions.every((condition) => meets(document, condition)),
      );
    };
    const count = (change: Partial<Filters>) => matching(change).length;
    const tagsWith = (tag: Facets['tags'][number]) => [...filters.tags, { category: tag.category, name: tag.name }];
    const alone = { ...KINDS_OFF, ...lists };
    const empty = facetsOf([]);
    return {
      tags: empty.tags.map((tag) => ({ ...tag, count: count({ tags: tagsWith(tag) }) })),
      curviness: CURVINESS_BANDS.map(({ band, fromDegreesPerKm: min }, index) => {
        const below = CURVINESS_BANDS[index + 1]?.fromDegreesPerKm ?? Infinity;
        const drives = matching({ curviness: undefined }).filter(({ document }) => {
          const value = document.values.curviness;
          return value !== null && value >= min && value < below;
        });
        return { band, count: drives.length };
      }),
      kinds: {
        private: count({ ...alone, includePrivate: true }),
        public: count({ ...alone, includePublic: true }),
        saved: count({ ...alone, includeSaved: true }),
        completed: count({ ...alone, includeCompleted: true }),
        shared: count({ ...alone, includeShared: true }),
      },
      stars: empty.stars.map(({ atLeast }) => ({ atLeast, count: count({ starRating: atLeast }) })),
      duration: empty.duration.map(({ atMost }) => ({
        atMost,
        count: count({ duration: { min: undefined, max: atMost } }),
      })),
    };
  }

  /** Returns the box around the best matches. */
  extent({ limit, ...query }: ExtentQuery): Bounds | null {
    const documents = new Map(this.entries().map(({ id, document }) => [id, document]));
    const best = this.all({ ...query, sort: 'match' }).slice(0, limit);
    return boxAround(best.map(({ id }) => documents.get(id)!.bounds));
  }

  matching({ filters, caller }: DriveQuery): Entry[] {
    const accepts = this.#tolerance(filters.text);
    return this.entries().filter(
      ({ id, document }) => isVisible(id, document, filters, caller) && passes(id, document, filters, accepts),
    );
  }

  /** Returns whether a word satisfies a term, tolerating typos. */
  #tolerance(text: string): Accepts {
    const open = this.entries().filter(({ document }) => document.isPublic);
    const unknown = queryTerms(text).filter((term) => !open.some(({ document }) => hasTerm(document.words, term)));
    return (term, word) =>
      isExactly(term, word) ||
      ('word' in term && isTypoOf(term.word, word, { isUnknown: unknown.some((each) => isSame(each, term)) }));
  }
}

type Accepts = (term: QueryTerm, word: string) => boolean;

function isSame(one: QueryTerm, other: QueryTerm): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isExactly(term: QueryTerm, word: string): boolean {
  if ('roads' in term) return term.roads.includes(word);
  return word === term.word || (term.isLast && word.startsWith(term.word));
}

function hasTerm(words: readonly string[], term: QueryTerm, accepts: Accepts = isExactly): boolean {
  return words.some((word) => accepts(term, word));
}

function isVisible(id: string, document: DriveDocument, filters: Filters, caller: Caller | null): boolean {
  const isViewer = caller !== null && viewersOf(caller).some((viewer) => document.viewers.includes(viewer));
  const isOwn = document.ownerId === caller?.userId;
  const isListed =
    (filters.includeSaved && filters.savedIds.includes(id)) ||
    (filters.includeCompleted && filters.completedIds.includes(id));
  return (
    (filters.includePublic && document.isPublic) ||
    (isViewer && (isOwn ? filters.includePrivate : filters.includeShared)) ||
    (isListed && maySee(document, caller))
  );
}

function passes(id: string, document: DriveDocument, filters: Filters, accepts: Accepts): boolean {
  return (
    (!filters.bounds || lineCrossesBounds(document.path, filters.bounds)) &&
    hasTerms(document.words, filters.text, accepts) &&
    (filters.ids.length === 0 || filters.ids.includes(id)) &&
    filterConditions(filters).every((condition) => meets(document, condition)) &&
    (filters.geocode?.proximityMeters === undefined ||
      distanceMeters(filters.geocode, document.start) <= filters.geocode.proximityMeters)
  );
}

/** Returns whether a document meets a condition. */
function meets(document: DriveDocument, condition: Condition): boolean {
  if (condition.kind === 'range') {
    const { min = -Infinity, max = Infinity } = condition;
    const value = document.values[condition.field];
    return value !== null && value >= min && value <= max;
  }
  const labels: readonly (string | number)[] = document[condition.field];
  const has = (value: string | number) => labels.includes(value);
  return condition.needs === 'all' ? condition.values.every(has) : condition.values.some(has);
}

function hasTerms(words: readonly string[], text: string, accepts?: Accepts): boolean {
  return queryTerms(text).every((term) => hasTerm(words, term, accepts));
}

/** Returns the rank of a match, from 0 for the title to 8 for the description. */
function rankOf({ title, titleWords, placeWords }: DriveDocument, text: string, accepts: Accepts): number {
  const [typed, inTitle] = [queryWords(text), queryWords(title)];
  if (typed.length === 0) return 0;
  const startsAt = (first: number) => typed.every((word, at) => inTitle[first + at] === word);
  if (startsAt(0)) return inTitle.length === typed.length ? 0 : 1;
  if (inTitle.some((_, at) => startsAt(at))) return 2;
  if (typed.every((word) => inTitle.includes(word))) return 3;
  const [last, ...whole] = typed.toReversed();
  if (whole.every((word) => inTitle.includes(word)) && inTitle.some((word) => word.startsWith(last!))) return 4;
  if (hasTerms(titleWords, text)) return 5;
  if (hasTerms(titleWords, text, accepts)) return 6;
  return hasTerms(placeWords, text) ? 7 : 8;
}

function keyOf(sort: SearchQuery['sort'], filters: Filters, document: DriveDocument, accepts: Accepts): number {
  const { geocode, bounds } = filters;
  const { values } = document;
  if (sort === 'match') return 16 * rankOf(document, filters.text, accepts) - values.importance;
  if (sort === 'location') {
    const center = geocode ?? (bounds ? centerOfBounds(bounds) : { lat: 39.83, lng: -98.58 });
    return distanceToLineMeters(decodePolyline(document.lines[MEASURED_BAND]!), center);
  }
  if (sort === 'distance' || sort === 'duration') return values[sort];
  const value = values[HIGHEST_FIRST[sort]!];
  return value === null ? Infinity : -value;
}
