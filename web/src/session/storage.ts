/**
 * Reads the browser's storage, which may be full, blocked or hold anything: returns null then, and writing does
 * nothing.
 */
export function readStored(key: string, area: 'local' | 'session' = 'local'): unknown {
  try {
    const text = storage(area).getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** Stores a value; null deletes it. */
export function writeStored(key: string, value: unknown, area: 'local' | 'session' = 'local'): void {
  try {
    if (value === null) storage(area).removeItem(key);
    else storage(area).setItem(key, JSON.stringify(value));
  } catch {
    // Private window or full disk: the choice lasts as long as the page.
  }
}

function storage(area: 'local' | 'session'): Storage {
  return area === 'local' ? globalThis.localStorage : globalThis.sessionStorage;
}
