import { fold } from '@switchback/platform/text/fold';

/** Longer words are cut here, in what is indexed and in what is asked for alike. */
const WORD_MAX = 48;
/** Of one drive; a description has its own limit, this one is for the index. */
const WORDS_MAX = 2_000;
/** Of one question; the rest of a long text narrows nothing any more. */
const QUERY_WORDS_MAX = 24;
/** In shorter words one typo makes another word. */
const TYPO_LETTERS_MIN = 6;

const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts written without spaces between words. */
const UNSPACED = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+/u;
const NUMERIC = /\p{N}/u;
const APOSTROPHE = /(?<=\p{L})['’ʼ](?=\p{L})/gu;

/** The words somebody asks for, in order; none for a text of blanks and punctuation. "America's" is one word. */
export function queryWords(text: string): string[] {
  return cut(fold(text).replace(APOSTROPHE, ''), QUERY_WORDS_MAX);
}

/** The different words of texts, for the index: of "America's" both "america" and "americas" will find it. */
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

/** Splits text of a script without spaces into overlapping pairs of characters, as Lucene's CJK bigrams, so that any part of it is found. */
function termsOf(word: string): string[] {
  const [run] = UNSPACED.exec(word) ?? [];
  if (run === undefined) return [word];
  const at = word.indexOf(run);
  const characters = [...run];
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  const [before, after] = [word.slice(0, at), word.slice(at + run.length)];
  return [...(before ? [before] : []), ...(pairs.length > 0 ? pairs : [run]), ...(after ? termsOf(after) : [])];
}

/** A title as suggestions compare it: its words, parted by one blank. */
export function titleKey(title: string): string {
  return queryWords(title).join(' ');
}

/** Those a typo may turn into a word that forgives one. */
export function dictionaryWords(words: readonly string[]): string[] {
  return words.filter(maybeTypo);
}

/** Whether this may be a long word with a typo: it may lack a letter, and is no number. */
export function maybeTypo(typed: string): boolean {
  return typed.length >= TYPO_LETTERS_MIN - 1 && !NUMERIC.test(typed);
}

/** True when `typed` may stand for another word: one of the two is long, neither is a number, and a typo parts them. */
export function isTypoOf(typed: string, word: string, prefix = false): boolean {
  const isLong = Math.max(typed.length, word.length) >= TYPO_LETTERS_MIN;
  return isLong && maybeTypo(typed) && maybeTypo(word) && withinOneTypo(typed, word, prefix);
}

/**
 * True when one letter added, left out, replaced or swapped with its neighbor turns `typed` into `word`, or, with
 * `prefix`, into its beginning. Equal words count as well.
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
