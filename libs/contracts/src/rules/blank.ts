/**
 * White space, control and format characters (zero-width, bidi marks), fillers such as U+3164, the empty braille cell.
 */
const INVISIBLE_ONLY = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Returns true for a text without a visible character. */
export function isBlank(text: string): boolean {
  return INVISIBLE_ONLY.test(text);
}

/** Empties a text without a visible character, so that it counts as missing wherever a text is required. */
export function emptyIfBlank(text: string): string {
  return isBlank(text) ? '' : text;
}
