import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  CountBreaker,
  handleWhen,
} from 'cockatiel';
import { ProductError } from '../errors.js';
import type { CallMeter } from '../telemetry/call-metrics.js';
import type { AnyMethod, Rpc } from './call.js';

/** Opens when half of the last calls fail, with a minimum of five calls. */
const WINDOW = { size: 20, minimumNumberOfCalls: 5, threshold: 0.5 };
/**
 * Interval between trial calls: rare enough to cost nothing. It does not grow, since growing pauses would outlast a
 * short outage.
 */
const PAUSE_MS = 500;
/** Maximum concurrent calls of one dependency: more would only wait for an unresponsive one. */
const CALLS_MAX = 512;

const STATES = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
} as const;

export type BreakerState = (typeof STATES)[CircuitState];

/**
 * Counts as a failure of the dependency: unavailable or timed out. Any other error, or a bug in one method, does not
 * affect the other methods.
 */
function isUnavailable(error: Error): boolean {
  return error instanceof ProductError && (error.error === 'unavailable' || error.error === 'timeout');
}

/**
 * Circuit breaker: while a dependency is unresponsive, calls fail immediately with a 503 instead of waiting for a
 * timeout. It lets a trial call through at intervals; if that succeeds, it lets all calls through.
 */
export class Breaker {
  readonly #policy: CircuitBreakerPolicy;
  #calls = 0;

  /** @param pauseMs how long no call is let through. */
  constructor(
    private readonly meter: CallMeter,
    pauseMs = PAUSE_MS,
  ) {
    this.#policy = circuitBreaker(handleWhen(isUnavailable), {
      breaker: new CountBreaker(WINDOW),
      halfOpenAfter: pauseMs,
    });
  }

  get state(): BreakerState {
    return STATES[this.#policy.state];
  }

  onChange(listener: (state: BreakerState) => void): void {
    this.#policy.onStateChange((state) => listener(STATES[state]));
  }

  /** Returns the same client, whose calls pass only while the breaker allows it. */
  guard<Service>(client: Rpc<Service>): Rpc<Service> {
    const methods = Object.entries(client as Record<string, AnyMethod>);
    return Object.fromEntries(methods.map(([key, method]) => [key, this.#guarded(method)])) as Rpc<Service>;
  }

  #guarded(method: AnyMethod): AnyMethod {
    return async (request, call) => {
      const since = performance.now();
      const end = (code: string) => this.meter.record(code, (performance.now() - since) / 1_000);
      try {
        const answer = await this.#ask(() => method(request, call));
        end('OK');
        return answer;
      } catch (error) {
        end(outcomeOf(error));
        throw error instanceof BrokenCircuitError ? new ProductError('unavailable', { cause: error }) : error;
      }
    };
  }

  async #ask(ask: () => Promise<unknown>): Promise<unknown> {
    // Only a single call tests whether the dependency is back: other calls must not wait for it.
    if (this.#policy.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
    if (this.#calls >= CALLS_MAX) throw new ProductError('unavailable');
    this.#calls += 1;
    try {
      return await this.#policy.execute(ask);
    } finally {
      this.#calls -= 1;
    }
  }
}

const OUTCOMES: Readonly<Partial<Record<ProductError['error'], string>>> = {
  unavailable: 'UNAVAILABLE',
  timeout: 'DEADLINE_EXCEEDED',
  internal: 'INTERNAL',
};

function outcomeOf(error: unknown): string {
  if (error instanceof BrokenCircuitError) return 'NOT_ASKED';
  if (!(error instanceof ProductError)) return 'INTERNAL';
  return OUTCOMES[error.error] ?? 'REFUSED';
}
