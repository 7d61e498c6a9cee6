const CAUSE_CHARS_MAX = 2_000;

/** What went wrong, as it is kept beside what it went wrong with: the stack where there is one, of bounded length. */
export function causeOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.slice(0, CAUSE_CHARS_MAX);
}
