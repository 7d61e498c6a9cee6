export type HealthStatus = 'ok' | 'unavailable';

/** Resolves if a dependency responds; rejects if it does not. */
export type Check = () => Promise<unknown>;

/** Liveness and readiness of this process. */
export interface Health {
  /** Never checks a dependency: a broken database is no reason to restart this process. */
  live(): HealthStatus;
  /** Checks every dependency, each within the timeout. Caches the result briefly, so that frequent probes are cheap. */
  ready(): Promise<HealthStatus>;
  /** Returns the names of the dependencies that do not respond. */
  failing(): Promise<string[]>;
  add(name: string, check: Check): void;
  /** Marks the process as not ready from now on, because it is about to stop. */
  drain(): void;
  readonly isDraining: boolean;
}

interface Options {
  /**
   * Long enough for a busy dependency; together with {@link keepMs}, below the 5 s within which readiness must flip.
   */
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
