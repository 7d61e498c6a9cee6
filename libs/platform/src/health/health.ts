export type HealthStatus = 'ok' | 'unavailable';

/** Resolves while a dependency answers; rejects when it does not. */
export type Check = () => Promise<unknown>;

/** Whether this process lives, and whether it can serve. */
export interface Health {
  /** Never asks a dependency: a broken database is no reason to restart this process. */
  live(): HealthStatus;
  /** Asks every dependency, each within the timeout; an answer is kept for a moment, so that asking often is cheap. */
  ready(): Promise<HealthStatus>;
  /** Which dependencies do not answer, by name. */
  failing(): Promise<string[]>;
  add(name: string, check: Check): void;
  /** From now on not ready: the process is about to stop. */
  drain(): void;
  readonly isDraining: boolean;
}

interface Options {
  /** Long enough for a busy dependency; with {@link keepMs} under the 5 s within which readiness must flip. */
  timeoutMs?: number;
  keepMs?: number;
}

export function createHealth({ timeoutMs = 2_000, keepMs = 1_000 }: Options = {}): Health {
  const checks = new Map<string, Check>();
  let draining = false;
  let last: { at: number; failing: Promise<string[]> } | undefined;

  const failing = () => {
    const now = performance.now();
    if (!last || now - last.at > keepMs) last = { at: now, failing: askAll(checks, timeoutMs) };
    return last.failing;
  };
  return {
    live: () => 'ok',
    ready: async () => (!draining && (await failing()).length === 0 && !draining ? 'ok' : 'unavailable'),
    failing,
    add(name, check) {
      checks.set(name, check);
      last = undefined;
    },
    drain() {
      draining = true;
    },
    get isDraining() {
      return draining;
    },
  };
}

async function askAll(checks: ReadonlyMap<string, Check>, timeoutMs: number): Promise<string[]> {
  const answers = await Promise.all(
    [...checks].map(async ([name, check]) => ((await isAnswered(check, timeoutMs)) ? [] : [name])),
  );
  return answers.flat();
}

async function isAnswered(check: Check, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  try {
    return await Promise.race([check().then(() => true), expired]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
