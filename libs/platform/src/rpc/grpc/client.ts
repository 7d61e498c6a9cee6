import {
  type ChannelInterface,
  type ChannelOptions,
  Client,
  credentials,
  type InterceptingListener,
  Metadata,
  status,
  type StatusObject,
} from '@grpc/grpc-js';
import { ProductError } from '../../errors.js';
import { inSpan } from '../../telemetry/tracing.js';
import {
  type AnyMethod,
  type Call,
  deadlineOf,
  isRepeatable,
  type MethodDefinition,
  type Rpc,
  type ServiceDefinition,
  timeoutOf,
} from '../call.js';
import type { IdentityKeys } from '../identity.js';
import { targetFor } from './addresses.js';
import { errorOf } from './status.js';
import {
  ANSWER_BYTES_MAX,
  bytesOf,
  IDENTITY,
  pathOf,
  REQUEST,
  REQUEST_BYTES_MAX,
  TRACE,
  WINDOW_BYTES,
} from './wire.js';

const SECOND_MS = 1_000;

interface Options {
  /** `host:port` of the instances; a name stands for all its addresses. */
  addresses: readonly string[];
  keys: IdentityKeys;
  /** Time after which a call fails with `timeout`, including its retries; see `timeoutOf`. */
  timeoutMs: number;
}

export interface GrpcClient<Service> {
  readonly client: Rpc<Service>;
  /** Waits until an instance is reachable; resolves to false after the timeout. */
  isReached: (timeoutMs: number) => Promise<boolean>;
  /** Closes the client; lets current calls finish. */
  close: () => void;
}

/**
 * Connects to a service in other processes: each call goes to the next of its instances, signed and with a deadline.
 */
export function connectGrpc<Service>(definition: ServiceDefinition, options: Options): GrpcClient<Service> {
  const { addresses, keys, timeoutMs } = options;
  const channel = new Client(targetFor(addresses), credentials.createInsecure(), channelOptions(definition));
  const client: Record<string, AnyMethod> = {};
  for (const [key, method] of Object.entries(definition.methods)) {
    const ask = asker(channel.getChannel(), definition, method, keys);
    const name = `${definition.fullName}/${method.name}`;
    const methodMs = timeoutOf(method, timeoutMs);
    client[key] = (request, call) =>
      inSpan({ name, kind: 'client', parent: call.trace }, (trace) =>
        ask(request, call, trace, deadlineOf(call, Date.now(), methodMs)),
      );
  }
  return {
    client: client as Rpc<Service>,
    isReached: (withinMs) =>
      new Promise((resolve) => channel.waitForReady(Date.now() + withinMs, (error) => resolve(error === undefined))),
    close: () => channel.close(),
  };
}

type Asker = (request: unknown, call: Call, trace: string | undefined, deadlineMs: number) => Promise<unknown>;

/**
 * Calls the channel directly. The client's own call methods go through interceptors and an emitter, neither of which is
 * used here, and capture a stack trace on each call for an error that rarely occurs: a large part of a call's cost.
 */
function asker(
  channel: ChannelInterface,
  definition: ServiceDefinition,
  method: MethodDefinition,
  keys: IdentityKeys,
): Asker {
  const path = pathOf(definition, method);
  return (request, call, trace, deadlineMs) =>
    new Promise((resolve, reject) => {
      const { signal } = call;
      signal?.throwIfAborted();
      const message = bytesOf(method.requestType.encode(request as never).finish());
      const metadata = new Metadata();
      metadata.set(IDENTITY, keys.sign(call, path, message));
      metadata.set(REQUEST, call.requestId);
      if (trace !== undefined) metadata.set(TRACE, trace);
      const asked = channel.createCall(path, deadlineMs, null, null, null);
      const leave = () => {
        reject(signal?.reason as Error);
        asked.cancelWithStatus(status.CANCELLED, 'The caller has cancelled the call.');
      };
      signal?.addEventListener('abort', leave, { once: true });
      const end = () => signal?.removeEventListener('abort', leave);
      asked.start(metadata, new Answer(method, resolve, reject, end));
      asked.sendMessageWithContext({}, message);
      asked.startRead();
      asked.halfClose();
    });
}

/**
 * Listener for a call's response. Node and gRPC retain finished calls until the next full garbage collection, along
 * with their listeners, so this one drops the response and the promise's callbacks.
 */
class Answer implements InterceptingListener {
  private bytes: Buffer | undefined;

  constructor(
    private readonly method: MethodDefinition,
    private resolve: ((answer: unknown) => void) | undefined,
    private reject: ((error: Error) => void) | undefined,
    private end: (() => void) | undefined,
  ) {}

  onReceiveMetadata(): void {}

  onReceiveMessage(bytes: Buffer): void {
    this.bytes = bytes;
  }

  onReceiveStatus(ended: StatusObject): void {
    const { bytes, resolve, reject, end } = this;
    this.bytes = this.resolve = this.reject = this.end = undefined;
    end?.();
    if (ended.code !== status.OK) return reject?.(errorOf(ended));
    if (!bytes) return reject?.(new ProductError('internal', { cause: new Error('The response was empty.') }));
    try {
      resolve?.(this.method.responseType.decode(bytes));
    } catch (error) {
      reject?.(new ProductError('internal', { cause: error }));
    }
  }
}

/**
 * gRPC channel features: round-robin balancing, keepalive pings on idle connections, and retries. gRPC transparently
 * retries a call that no instance started. A call that an instance may have started (broken connection, overloaded
 * instance) is only retried if it is idempotent, at most twice, and not once one in ten calls fails.
 */
function channelOptions(definition: ServiceDefinition): ChannelOptions {
  const { fullName: service, methods } = definition;
  const repeatable = Object.values(methods).filter(isRepeatable);
  const serviceConfig = {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [
      {
        name: repeatable.map(({ name }) => ({ service, method: name })),
        retryPolicy: {
          maxAttempts: 3,
          initialBackoff: '0.02s',
          maxBackoff: '0.2s',
          backoffMultiplier: 3,
          retryableStatusCodes: ['UNAVAILABLE'],
        },
      },
    ],
    retryThrottling: { maxTokens: 20, tokenRatio: 0.1 },
  };
  return {
    'grpc.service_config': JSON.stringify(serviceConfig),
    'grpc.service_config_disable_resolution': 1,
    'grpc.enable_http_proxy': 0,
    'grpc.enable_channelz': 0,
    'grpc.use_local_subchannel_pool': 1,
    'grpc.keepalive_time_ms': 10 * SECOND_MS,
    'grpc.keepalive_timeout_ms': 2 * SECOND_MS,
    'grpc.keepalive_permit_without_calls': 1,
    'grpc.initial_reconnect_backoff_ms': 100,
    // Shorter than the pause between restarting one instance and the next in a rolling restart.
    'grpc.max_reconnect_backoff_ms': SECOND_MS / 2,
    'grpc-node.flow_control_window': WINDOW_BYTES,
    'grpc.max_send_message_length': REQUEST_BYTES_MAX,
    'grpc.max_receive_message_length': ANSWER_BYTES_MAX,
  };
}
