import type { Check, Finding } from './finding.js';
import { fault } from './finding.js';

/** Looks at everything at once, each look within its time: one that hangs is a fault and keeps none of the others. */
export async function examine(
  checks: readonly Check[],
  timeoutMs: number,
  tell: (name: string, finding: Finding) => void,
): Promise<{ faults: number }> {
  const results = checks.map((check) => findingsOf(check, timeoutMs));
  let faults = 0;
  for (const [index, { name }] of checks.entries()) {
    for (const finding of (await results[index]) ?? []) {
      if (finding.level === 'fault') faults += 1;
      tell(name, finding);
    }
  }
  return { faults };
}

async function findingsOf({ look }: Check, timeoutMs: number): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(() => resolve([fault(`does not answer within ${timeoutMs / 1_000} s`)]), timeoutMs);
  });
  try {
    return await Promise.race([look(), expired]);
  } catch (error) {
    return [fault(messageOf(error))];
  } finally {
    clearTimeout(timer);
  }
}

/** A refused connection has no message of its own, only what it was made of. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
}
