const CAUSE_CHARS_MAX = 2_000;

/** What went wrong, as it is kept beside what it went wrong with: the stack where there is one, of bounded length. */
export function causeOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.slice(0, CAUSE_CHARS_MAX);
}

const CAUSES_MAX = 5;

/** An error and its causes, the outermost first; TypeORM wraps what the driver threw. */
export function causesOf(error: unknown): Record<string, unknown>[] {
  const causes: Record<string, unknown>[] = [];
  let current = error;
  while (causes.length < CAUSES_MAX && typeof current === 'object' && current !== null) {
    const cause = current as Record<string, unknown>;
    causes.push(cause);
    current = cause['driverError'] ?? cause['cause'];
  }
  return causes;
}
