import { fold } from '@switchback/platform/text/fold';

/** Longer words are cut to this length, both in the index and in queries. */
const WORD_MAX = 48;
/** Per drive; a description has its own limit, this one protects the index. */
const WORDS_MAX = 2_000;
/** Per query; further words of a long text would not narrow the result. */
const QUERY_WORDS_MAX = 24;
/** In shorter words a typo makes another word. */
const TYPO_LETTERS_MIN = 4;
/** Of two words that differ by a typo, one must have this length, unless no drive has the typed one. */
const LONG_LETTERS = 6;

const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts written without spaces between words. */
const UNSPACED = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+/u;
const NUMERIC = /\p{N}/u;
const APOSTROPHE = /(?<=\p{L})['’ʼ](?=\p{L})/gu;

/** Returns the words of a query, in order; none for a text of blanks and punctuation. "America's" is one word. */
export function queryWords(text: string): string[] {
  return cut(fold(text).replace(APOSTROPHE, ''), QUERY_WORDS_MAX);
}

/** Returns the distinct words of texts, for the index: both "america" and "americas" find "America's". */
export function indexWords(texts: readonly string[]): string[] {
  const folded = fold(texts.join(' '));
  const words = cut(folded, Infinity);
  if (folded.search(APOSTROPHE) >= 0) words.push(...cut(folded.replace(APOSTROPHE, ''), Infinity));
  return [...new Set(words)].slice(0, WORDS_MAX);
}

function cut(folded: string, max: number): string[] {
  const words = (folded.match(WORD) ?? []).slice(0, max).flatMap(termsOf);
  return words.slice(0, max).map((word) => word.slice(0, WORD_MAX));
}

/**
 * Splits text of a script without spaces into overlapping pairs of characters, like Lucene's CJK bigrams, so that any
 * part of it is found.
 */
function termsOf(word: string): string[] {
  const [run] = UNSPACED.exec(word) ?? [];
  if (run === undefined) return [word];
  const at = word.indexOf(run);
  const characters = [...run];
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  const [before, after] = [word.slice(0, at), word.slice(at + run.length)];
  return [...(before ? [before] : []), ...(pairs.length > 0 ? pairs : [run]), ...(after ? termsOf(after) : [])];
}

/** Returns a title as compared by suggestions: its words, separated by one blank. */
export function titleKey(title: string): string {
  return queryWords(title).join(' ');
}

/** Returns the words that tolerate a typo. */
export function dictionaryWords(words: readonly string[]): string[] {
  return words.filter(maybeTypo);
}

/** Returns whether this may be a word with a typo, or the word meant by one: it is long enough, and has no digits. */
export function maybeTypo(word: string): boolean {
  return word.length >= TYPO_LETTERS_MIN && !NUMERIC.test(word);
}

/** Returns whether a typed word is so short that it tolerates a typo for a short word only if no drive has it. */
export function isShort(typed: string): boolean {
  return maybeTypo(typed) && typed.length < LONG_LETTERS;
}

export interface Tolerance {
  /** Whether the typed word may be the prefix of a long word. */
  isPrefix?: boolean;
  /** Whether no public drive has the typed word. */
  isUnknown?: boolean;
}

/**
 * Returns true if `typed` may mean another word: they differ by one typo, neither has digits, and one of them is long or
 * the typed one is unknown: "lake" does not mean "lane", but "rige" means "ridge".
 */
export function isTypoOf(
  typed: string,
  word: string,
  { isPrefix = false, isUnknown = false }: Tolerance = {},
): boolean {
  if (!maybeTypo(typed) || !maybeTypo(word)) return false;
  const [shorter, longer] = [Math.min(typed.length, word.length), Math.max(typed.length, word.length)];
  const isLong = shorter >= LONG_LETTERS - 1 && longer >= LONG_LETTERS;
  return (isLong || (isUnknown && isShort(typed))) && withinOneTypo(typed, word, isPrefix && isLong);
}

/**
 * Returns true if one letter added, omitted, replaced or swapped with its neighbor turns `typed` into `word` or, with
 * `prefix`, into its prefix. Also true for equal words.
 */
export function withinOneTypo(typed: string, word: string, prefix = false): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const agrees = (restTyped: string, restWord: string) =>
    prefix ? restWord.startsWith(restTyped) : restWord === restTyped;
  const swapped = typed[at] === word[at + 1] && typed[at + 1] === word[at] && at + 1 < typed.length;
  return (
    agrees(typed.slice(at), word.slice(at)) ||
    agrees(typed.slice(at + 1), word.slice(at + 1)) ||
    agrees(typed.slice(at + 1), word.slice(at)) ||
    agrees(typed.slice(at), word.slice(at + 1)) ||
    (swapped && agrees(typed.slice(at + 2), word.slice(at + 2)))
  );
}
