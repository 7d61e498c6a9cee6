import { fold } from '../text/fold.js';

/** Written short and long on signs and maps alike: both sides are compared in the long form. */
const LONG_FORMS: Record<string, string> = { st: 'saint', ste: 'sainte', mt: 'mount', ft: 'fort' };

/**
 * A name as it is compared: ASCII letters and digits in lower case, words parted by one space. Accents, apostrophes and
 * punctuation do not count; a text in another script folds to ''.
 */
export function foldName(text: string): string {
  return fold(text)
    .replace(/['’‘`ʻʼ]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** A folded name with its abbreviated words ("st", "mt") written out. */
export function expandAbbreviations(folded: string): string {
  return folded
    .split(' ')
    .map((word) => LONG_FORMS[word] ?? word)
    .join(' ');
}
