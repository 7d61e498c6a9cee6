const PREFIX = '#plan=';

/** Returns the fragment of a link that chooses a plan on the page. */
export function chosenIn(key: string): string {
  return `${PREFIX}${encodeURIComponent(key)}`;
}

/** Returns the key of the plan that a fragment chooses; null if it chooses none. */
export function chosenOf(hash: string): string | null {
  if (!hash.startsWith(PREFIX)) return null;
  try {
    return decodeURIComponent(hash.slice(PREFIX.length));
  } catch {
    return null;
  }
}
