import type { Check, Finding } from './finding.js';
import { fault } from './finding.js';

/** Runs all checks concurrently, each within its time limit: one that hangs is a fault and does not delay the rest. */
export async function examine(
  checks: readonly Check[],
  timeoutMs: number,
  report: (name: string, finding: Finding) => void,
): Promise<{ faults: number }> {
  const results = checks.map((check) => findingsOf(check, timeoutMs));
  let faults = 0;
  for (const [index, { name }] of checks.entries()) {
    for (const finding of (await results[index]) ?? []) {
      if (finding.level === 'fault') faults += 1;
      report(name, finding);
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

/** An AggregateError, as from a refused connection, has no message of its own, only its causes. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
}
