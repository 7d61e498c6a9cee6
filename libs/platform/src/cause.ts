const CAUSE_CHARS_MAX = 2_000;

/**
 * Describes a failure for storage next to the failed item: the stack if there is one, truncated to a bounded length.
 */
export function causeOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.slice(0, CAUSE_CHARS_MAX);
}

const CAUSES_MAX = 5;

/** Returns an error and its causes, outermost first. TypeORM wraps the driver's error. */
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
