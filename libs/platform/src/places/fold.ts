import { fold } from '../text/fold.js';

/** Words that appear both abbreviated and in full on signs and maps; both sides are compared in full. */
const LONG_FORMS: Record<string, string> = { st: 'saint', ste: 'sainte', mt: 'mount', ft: 'fort' };

/**
 * Folds a name for comparison: ASCII letters and digits in lower case, words separated by one space. Ignores accents,
 * apostrophes and punctuation; a text in another script folds to ''.
 */
export function foldName(text: string): string {
  return fold(text)
    .replace(/['’‘`ʻʼ]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Expands the abbreviated words ("st", "mt") of a folded name. */
export function expandAbbreviations(folded: string): string {
  return folded
    .split(' ')
    .map((word) => LONG_FORMS[word] ?? word)
    .join(' ');
}
