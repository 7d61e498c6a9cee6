import {
  type handleUnaryCall,
  type Metadata,
  type Responder,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerUnaryCall,
  type ServiceDefinition as GrpcDefinition,
  status,
} from '@grpc/grpc-js';
import { ProductError } from '../../errors.js';
import type { Health } from '../../health/health.js';
import type { Logger } from '../../telemetry/logger.js';
import type { CallMeter } from '../../telemetry/call-metrics.js';
import type { Metrics } from '../../telemetry/metrics.js';
import { requestIdFrom } from '../../telemetry/trace.js';
import { inSpan } from '../../telemetry/tracing.js';
import {
  type AnyMethod,
  type Call,
  isRepeatable,
  type MethodDefinition,
  type ServiceDefinition,
  targetOf,
} from '../call.js';
import { AcceptedCalls } from '../accepted-calls.js';
import { type Identity, type IdentityKeys, isFor } from '../identity.js';
import { HealthService } from './health-service.js';
import { NotBegun, statusOf } from './status.js';
import { ANSWER_BYTES_MAX, bytesOf, IDENTITY, pathOf, REQUEST, REQUEST_BYTES_MAX, TRACE } from './wire.js';

const SECOND_MS = 1_000;
/** Maximum concurrent calls; more are rejected immediately, so that the caller can try another instance. */
const CALLS_MAX = 256;
const CALLS_PER_CONNECTION_MAX = 512;
/** Maximum deadline; a caller that waits longer counts as one without a deadline. */
const DEADLINE_MAX_MS = 10 * SECOND_MS;
/** Grace period for in-flight calls on shutdown; exceeds every call deadline except image uploads. */
const CLOSE_TIMEOUT_MS = 3 * SECOND_MS;

interface Options {
  definition: ServiceDefinition;
  implementation: object;
  keys: IdentityKeys;
  health: Health;
  metrics: Metrics;
  logger: Logger;
  /** Maximum concurrent calls. */
  callsMax?: number;
}

type Asked = ServerUnaryCall<Buffer, unknown>;

/** A service on a port, alongside the health protocol. No reflection: the proto files describe its methods. */
export class GrpcServer {
  readonly #server = new Server({
    'grpc.max_receive_message_length': REQUEST_BYTES_MAX,
    'grpc.max_send_message_length': ANSWER_BYTES_MAX,
    'grpc.max_concurrent_streams': CALLS_PER_CONNECTION_MAX,
    'grpc.keepalive_time_ms': 20 * SECOND_MS,
    'grpc.keepalive_timeout_ms': 5 * SECOND_MS,
    // Not accessible to callers: metrics are on the management port.
    'grpc.enable_channelz': 0,
    interceptors: [({ path }, call) => new PromptCall(call, this.#doorOf(path, call))],
  });
  readonly #health: HealthService;
  readonly #meters = new Map<string, CallMeter>();
  /** Identities by the metadata of their calls: verified before the request is read, and needed once it is there. */
  readonly #identities = new WeakMap<Metadata, Identity>();
  readonly #accepted: AcceptedCalls;
  readonly #callsMax: number;
  #calls = 0;

  constructor(private readonly options: Options) {
    const { definition, implementation, metrics } = options;
    this.#callsMax = options.callsMax ?? CALLS_MAX;
    this.#accepted = new AcceptedCalls(options.keys);
    const meters = metrics.answeredCalls(definition.fullName);
    const described: Record<string, GrpcDefinition[string]> = {};
    const handlers: Record<string, handleUnaryCall<Buffer, unknown>> = {};
    for (const [key, method] of Object.entries(definition.methods)) {
      described[key] = describe(definition, method);
      this.#meters.set(pathOf(definition, method), meters(method.name));
      handlers[key] = this.#handler(method, targetOf(definition, implementation, key), meters(method.name));
    }
    this.#server.addService(described, handlers);
    this.#health = new HealthService(options.health, definition.fullName);
    this.#health.addTo(this.#server);
  }

  /**
   * Opens the port and returns its number.
   *
   * @throws Error if it cannot be opened.
   */
  listen(port: number, host: string): Promise<number> {
    const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    return new Promise((resolve, reject) => {
      this.#server.bindAsync(address, ServerCredentials.createInsecure(), (error, opened) =>
        error ? reject(error) : resolve(opened),
      );
    });
  }

  /** Disconnects clients, lets in-flight calls finish (within a time limit), and closes. */
  async close(): Promise<void> {
    this.#health.close();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.#server.forceShutdown();
        resolve();
      }, CLOSE_TIMEOUT_MS);
      this.#server.tryShutdown(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /**
   * Rejects calls without a valid identity based on the headers alone: the server never reads, decompresses or stores a
   * message of an unknown caller. Health methods are open to all.
   */
  #doorOf(path: string, incoming: ServerInterceptingCallInterface): Responder {
    const meter = this.#meters.get(path);
    if (!meter) return {};
    return {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, pass) => {
            const identity = this.options.keys.check(textOf(metadata, IDENTITY) ?? '', path);
            if (identity) {
              this.#identities.set(metadata, identity);
              return pass(metadata);
            }
            meter.record(status[status.UNAUTHENTICATED], 0);
            incoming.sendStatus(statusOf(this.#rejectUnauthenticated(path, incoming.getPeer())));
          },
        }),
    };
  }

  #rejectUnauthenticated(method: string, peer: string): NotBegun {
    this.options.logger.warn({ method, peer }, 'Refused a call without a valid identity.');
    return new NotBegun(status.UNAUTHENTICATED, 'The call carries no valid identity.');
  }

  #handler(method: MethodDefinition, target: AnyMethod, meter: CallMeter): handleUnaryCall<Buffer, unknown> {
    return (incoming, done) => {
      const since = performance.now();
      const end = (code: status) => meter.record(status[code], (performance.now() - since) / 1_000);
      this.#answer(method, target, incoming).then(
        (answer) => {
          end(status.OK);
          done(null, answer);
        },
        (error: unknown) => {
          const failure = statusOf(error);
          end(failure.code);
          done(failure);
        },
      );
    };
  }

  async #answer(method: MethodDefinition, target: AnyMethod, incoming: Asked): Promise<unknown> {
    const path = pathOf(this.options.definition, method);
    const call = this.#callOf(path, method, incoming);
    if (this.#calls >= this.#callsMax) throw new NotBegun(status.UNAVAILABLE, 'Too many concurrent calls.');
    this.#calls += 1;
    try {
      const request = method.requestType.decode(incoming.request);
      const work = { name: path.slice(1), kind: 'server', parent: call.trace } as const;
      return await inSpan(work, (trace) => target(request, trace === undefined ? call : { ...call, trace }));
    } catch (error) {
      if (error instanceof ProductError && error.error !== 'internal') throw error;
      this.options.logger.error({ requestId: call.requestId, method: path, error }, 'A call failed.');
      throw error;
    } finally {
      this.#calls -= 1;
    }
  }

  /**
   * @throws NotBegun if the identity does not match this request, if a call that is not idempotent is replayed, or if
   * the caller no longer waits for the response.
   */
  #callOf(path: string, method: MethodDefinition, incoming: Asked): Call {
    const identity = this.#identities.get(incoming.metadata);
    if (!identity || !isFor(identity, incoming.request)) throw this.#rejectUnauthenticated(path, incoming.getPeer());
    // An idempotent call may be retried transparently after a broken connection, with the same signature.
    if (!isRepeatable(method) && !this.#accepted.isNew(identity))
      throw this.#rejectUnauthenticated(path, incoming.getPeer());
    const nowMs = Date.now();
    const deadlineMs = Math.min(Number(incoming.getDeadline()), nowMs + DEADLINE_MAX_MS);
    if (deadlineMs <= nowMs) throw new NotBegun(status.DEADLINE_EXCEEDED, 'The caller has cancelled the call.');
    const trace = textOf(incoming.metadata, TRACE);
    const ended = new AbortController();
    // Also emitted when the deadline passes.
    incoming.once('cancelled', () => ended.abort(new ProductError('timeout')));
    const { signal } = ended;
    const requestId = requestIdFrom(textOf(incoming.metadata, REQUEST));
    return { caller: identity.caller, requestId, deadlineMs, signal, ...(trace !== undefined && { trace }) };
  }
}

/**
 * Completes a response with its message: gRPC would wait until the message is written, and then send the status
 * separately, which wakes the caller a second time. Write errors still end the call.
 */
class PromptCall extends ServerInterceptingCall {
  override sendMessage(message: unknown, written: () => void): void {
    super.sendMessage(message, () => undefined);
    written();
  }
}

function textOf(metadata: Metadata, name: string): string | undefined {
  const [value] = metadata.get(name);
  return typeof value === 'string' ? value : undefined;
}

function describe(definition: ServiceDefinition, method: MethodDefinition): GrpcDefinition[string] {
  return {
    path: pathOf(definition, method),
    requestStream: false,
    responseStream: false,
    requestSerialize: (message: unknown) => bytesOf(method.requestType.encode(message as never).finish()),
    // Decoded later, once the caller's identity is verified.
    requestDeserialize: (bytes) => bytes,
    responseSerialize: (message: unknown) => bytesOf(method.responseType.encode(message as never).finish()),
    responseDeserialize: (bytes) => method.responseType.decode(bytes),
  };
}
