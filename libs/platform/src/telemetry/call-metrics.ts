import { Counter, Histogram, type Registry } from 'prom-client';

/** Histogram buckets of durations. */
export const BUCKETS_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3];

/** Counts calls between processes. */
export interface CallMeter {
  /** @param code gRPC name of the outcome: `OK`, `NOT_FOUND`, `UNAVAILABLE`, … */
  record(code: string, seconds: number): void;
}

/**
 * Metrics of the calls to one service that this process handles: rate, errors and mean duration by method, and the
 * distribution of durations over all methods.
 */
export function answeredCalls(registry: Registry, service: string): (method: string) => CallMeter {
  const registers = [registry];
  const count = new Counter({
    name: 'rpc_server_calls_total',
    help: 'Calls from other processes handled, by method and outcome.',
    labelNames: ['rpc', 'method', 'code'],
    registers,
  });
  const total = new Counter({
    name: 'rpc_server_call_seconds_total',
    help: 'Seconds spent handling calls from other processes, by method.',
    labelNames: ['rpc', 'method'],
    registers,
  });
  const spread = new Histogram({
    name: 'rpc_server_call_duration_seconds',
    help: 'Duration of handled calls from other processes.',
    labelNames: ['rpc'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  return (method) => ({
    record(code, seconds) {
      count.inc({ rpc: service, method, code });
      total.inc({ rpc: service, method }, seconds);
      spread.observe({ rpc: service }, seconds);
    },
  });
}

/** Metrics of the calls that this process makes, by dependency; the called process distinguishes methods. */
export function askedCalls(registry: Registry): (dependency: string) => CallMeter {
  const registers = [registry];
  const count = new Counter({
    name: 'rpc_client_calls_total',
    help: 'Calls made to other processes, by outcome.',
    labelNames: ['dependency', 'code'],
    registers,
  });
  const spread = new Histogram({
    name: 'rpc_client_call_duration_seconds',
    help: 'Duration of calls to other processes, including retries and calls rejected without a request.',
    labelNames: ['dependency'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  return (dependency) => ({
    record(code, seconds) {
      count.inc({ dependency, code });
      spread.observe({ dependency }, seconds);
    },
  });
}
