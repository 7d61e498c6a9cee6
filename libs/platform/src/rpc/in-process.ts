import { ProductError, toRefusal } from '../errors.js';
import { inSpan } from '../telemetry/tracing.js';
import {
  type AnyMethod,
  type Call,
  deadlineOf,
  type MethodDefinition,
  type Rpc,
  type ServiceDefinition,
  targetOf,
  timeoutOf,
} from './call.js';

type AnyCodec = { encode(message: unknown): { finish(): Uint8Array }; decode(bytes: Uint8Array): unknown };

interface Options {
  /** Time after which a call fails with `timeout`. */
  timeoutMs: number;
  /**
   * Encodes and decodes every message, so that a single process does not hide bugs that separate processes would
   * reveal.
   */
  roundTrip: boolean;
}

/** Creates a client that calls the implementation in this process. */
export function bindInProcess<Service>(
  definition: ServiceDefinition,
  implementation: Rpc<Service>,
  options: Options,
): Rpc<Service> {
  const client: Record<string, AnyMethod> = {};
  for (const [key, method] of Object.entries(definition.methods)) {
    const bound = targetOf(definition, implementation, key);
    const invoke = options.roundTrip ? throughTheWire(bound, method) : bound;
    const name = `${definition.fullName}/${method.name}`;
    const timeoutMs = timeoutOf(method, options.timeoutMs);
    const asked = (request: unknown, call: Call) => {
      const deadlineMs = deadlineOf(call, Date.now(), timeoutMs);
      const run = (signal: AbortSignal) => invoke(request, { ...call, deadlineMs, signal });
      return withTimeout(run, deadlineMs - Date.now(), call.signal).catch(refuse);
    };
    client[key] = (request, call) =>
      inSpan({ name, kind: 'client', parent: call.trace }, (trace) =>
        asked(request, trace === undefined ? call : { ...call, trace }),
      );
  }
  return client as Rpc<Service>;
}

function refuse(error: unknown): never {
  throw toRefusal(error);
}

function throughTheWire(target: AnyMethod, method: MethodDefinition): AnyMethod {
  const pass = (codec: AnyCodec, message: unknown) => codec.decode(codec.encode(message).finish());
  return async (request, { signal, ...call }) => {
    const passed = { ...structuredClone(call), ...(signal && { signal }) };
    return pass(method.responseType, await target(pass(method.requestType, request), passed));
  };
}

/** Aborts the work's signal when the time is up or the caller is gone. */
async function withTimeout<T>(
  work: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number,
  gone?: AbortSignal,
): Promise<T> {
  const ended = new AbortController();
  const leave = () => ended.abort(gone?.reason);
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const timeout = new ProductError('timeout');
      ended.abort(timeout);
      reject(timeout);
    }, timeoutMs);
  });
  if (gone?.aborted) leave();
  gone?.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work(ended.signal), expired]);
  } finally {
    clearTimeout(timer);
    gone?.removeEventListener('abort', leave);
  }
}
