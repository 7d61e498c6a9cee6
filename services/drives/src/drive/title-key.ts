/** Accents that NFKC would split into a space and a mark on the letter before. */
const SPACED_ACCENTS = /[\u00b4\u0384\u1fbd\u1fbf\u1ffd\u1ffe]/gu;

/**
 * Returns the key by which titles are compared; ignores case, whitespace and compatibility forms. The database compares
 * keys by `title_fold`, which also ignores forms of apostrophes and dashes.
 */
export function titleKey(title: string): string {
  return title.replaceAll(SPACED_ACCENTS, "'").normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, '');
}
