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

/** Half of the last calls, of five at least. */
const WINDOW = { size: 20, minimumNumberOfCalls: 5, threshold: 0.5 };
/** After each pause one call is tried: so rarely costs nobody anything, and growing pauses would outlast a short outage. */
const PAUSE_MS = 500;
/** Calls of one dependency under way at once: more would only wait for what does not answer. */
const CALLS_MAX = 512;

const STATES = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
} as const;

export type BreakerState = (typeof STATES)[CircuitState];

/** The dependency is ill: it is away, or too slow. A refusal, or a fault in one method, says nothing of the others. */
function isIll(error: Error): boolean {
  return error instanceof ProductError && (error.error === 'unavailable' || error.error === 'timeout');
}

/**
 * Keeps calls from a dependency that does not answer, so that each costs its caller nothing but a 503, and not the wait
 * that shows it. Now and then one call is let through; when it is answered, all are.
 */
export class Breaker {
  readonly #policy: CircuitBreakerPolicy;
  #calls = 0;

  /** @param pauseMs how long nobody is let through. */
  constructor(
    private readonly meter: CallMeter,
    pauseMs = PAUSE_MS,
  ) {
    this.#policy = circuitBreaker(handleWhen(isIll), {
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

  /** The same client, asked only while the breaker lets it. */
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
    // One call alone tries whether the dependency is back: the others are not made to wait for it.
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
