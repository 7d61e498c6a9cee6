import type { DriveSuggestion, SearchResult, Suggestion } from '@switchback/contracts/resources/geo';
import { mostRelevant } from '@switchback/contracts/rules/suggestions';

/** A published collection: its page opens instead of a search. */
export interface CollectionResult {
  type: 'collection';
  label: string;
  /** The collection's id. */
  value: string;
}

interface ResultOption {
  key: string;
  result: SearchResult;
  /** From the person's own history, from which it can be deleted. */
  isRecent: boolean;
  /** Tells suggestions of the same name apart: states and length of a drive. */
  detail?: string;
}

interface CollectionOption {
  key: string;
  result: CollectionResult;
  isRecent: false;
  detail: string;
}

/** A row below the search box. */
export type SearchOption = ResultOption | CollectionOption;

const OPTIONS_MAX = 8;
/** An earlier search is likely wanted again, but must not hide the suggestions. */
const RECENT_MAX = 2;
const COLLECTIONS_MAX = 2;
/** Options above the collections. */
const BEST = 3;

/** The history while nothing is typed; then its matching searches, followed by the suggestions by relevance. */
export function searchOptions(
  typed: string,
  history: readonly SearchResult[],
  suggestions: readonly (readonly Suggestion[])[],
  detailOf: (drive: DriveSuggestion) => string = () => '',
): ResultOption[] {
  const words = wordsOf(typed);
  const recent =
    words.length === 0 ? history : history.filter(({ label }) => isPrefixOf(words, label)).slice(0, RECENT_MAX);
  const found = mostRelevant(suggestions, OPTIONS_MAX).map((suggestion): ResultOption => {
    const { type, label, value } = suggestion;
    const detail = suggestion.type === 'drive' ? detailOf(suggestion) : '';
    return { key: keyOf(suggestion), result: { type, label, value }, isRecent: false, detail };
  });
  const options = [...recent.map((result) => ({ key: keyOf(result), result, isRecent: true })), ...found];
  const seen = new Set<string>();
  return options.filter(({ key }) => !seen.has(key) && seen.add(key)).slice(0, OPTIONS_MAX);
}

/** Inserts the first collections below the best options, within the limit of all. */
export function withCollections(
  options: readonly SearchOption[],
  collections: readonly SearchOption[],
): readonly SearchOption[] {
  const added = collections.slice(0, COLLECTIONS_MAX);
  return [...options.slice(0, BEST), ...added, ...options.slice(BEST)].slice(0, OPTIONS_MAX);
}

/** Returns the most relevant suggestion if the text is its full name. */
export function exactResult(suggestions: readonly (readonly Suggestion[])[]): SearchResult | null {
  const [best] = mostRelevant(suggestions, 1);
  return best?.exact ? { type: best.type, label: best.label, value: best.value } : null;
}

function keyOf({ type, value }: SearchResult): string {
  return `${type} ${value}`;
}

/** Whether each of the words is the prefix of one of the label's. */
export function isPrefixOf(words: readonly string[], label: string): boolean {
  const inLabel = wordsOf(label);
  return words.every((begin) => inLabel.some((word) => word.startsWith(begin)));
}

/** Returns the words of a text in lower case, without accents. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
