/** Maximum nesting of a JSON body. The deepest body of the contract, a drive with its legs, needs 7 levels. */
export const JSON_DEPTH_MAX = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/**
 * Reports whether JSON text nests deeper than {@link JSON_DEPTH_MAX}. Scans the text once before parsing, so that code
 * that walks the parsed value may recurse. Leaves invalid JSON to the parser.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.includes(code)) depth += 1;
    else if (CLOSING.includes(code)) depth -= 1;
    if (depth > JSON_DEPTH_MAX) return true;
  }
  return false;
}

/** Returns the index of the quote that closes the string opened at `start`, or the length of the text. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let first = quote;
    while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
    if ((quote - first) % 2 === 0) return quote;
  }
  return text.length;
}
