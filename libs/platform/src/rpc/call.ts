/** The authenticated caller, as determined by the gateway from the session. */
export interface Caller {
  userId: string;
  accountType: 'free' | 'hero' | 'admin';
  /** The session of the request; absent for work without a browser. */
  sessionId?: string;
}

/** Context sent with each request between processes. */
export interface Call {
  requestId: string;
  /** W3C traceparent, if there is one. */
  trace?: string;
  /** Null for a visitor. */
  caller: Caller | null;
  /** Time after which the caller no longer waits, in milliseconds since 1970; nested calls inherit it. */
  deadlineMs?: number;
  /** Aborts when the caller no longer waits: the client disconnected or the deadline passed. Reads may stop then. */
  signal?: AbortSignal;
}

/** A ts-proto service interface with the call context as second parameter; for both implementations and clients. */
export type Rpc<Service> = {
  [Method in keyof Service]: Service[Method] extends (request: infer Request) => Promise<infer Response>
    ? (request: Request, call: Call) => Promise<Response>
    : never;
};

/** Returns a client for some calls of another service. Connects on first use, as the service may still be starting. */
export type LazyPeer<Service, Calls extends keyof Service> = () => Promise<Pick<Rpc<Service>, Calls>>;

/** Any method of a service, with untyped messages. */
export type AnyMethod = (request: unknown, call: Call) => Promise<unknown>;

interface Codec {
  encode(message: never): { finish(): Uint8Array };
  decode(bytes: Uint8Array): unknown;
}

/** A method, as described by ts-proto's generic definitions. */
export interface MethodDefinition {
  readonly name: string;
  readonly requestType: Codec;
  readonly responseType: Codec;
  readonly options: {
    readonly idempotencyLevel?: string;
    /** Encoded custom options, by field number and wire type. */
    readonly _unknownFields?: Readonly<Record<number, readonly Uint8Array[]>>;
  };
}

/** The part of a generated service definition that an adapter needs. */
export interface ServiceDefinition {
  readonly fullName: string;
  readonly methods: Readonly<Record<string, MethodDefinition>>;
}

/** Whether the method is idempotent, as declared in the proto file. */
export function isRepeatable({ options }: MethodDefinition): boolean {
  return options.idempotencyLevel === 'NO_SIDE_EFFECTS' || options.idempotencyLevel === 'IDEMPOTENT';
}

/** Returns an implementation's method, bound and ready to call. */
export function targetOf(definition: ServiceDefinition, implementation: object, key: string): AnyMethod {
  const target = (implementation as Record<string, AnyMethod | undefined>)[key];
  if (!target) throw new Error(`${definition.fullName} does not implement ${key}`);
  return target.bind(implementation);
}

/**
 * Key of `rpc.v1.timeout_ms` among unknown fields: number 50001, wire type fixed32. ts-proto generates no accessor for
 * it.
 */
const TIMEOUT_MS = (50_001 << 3) | 5;

/** Returns the timeout of a method: `timeoutMs`, or longer if its proto option declares that. */
export function timeoutOf({ options }: MethodDefinition, timeoutMs: number): number {
  const bytes = options._unknownFields?.[TIMEOUT_MS]?.[0];
  return bytes ? Math.max(timeoutMs, Buffer.from(bytes).readUInt32LE()) : timeoutMs;
}

/**
 * Returns the deadline of a call made now: within the given timeout, and no later than the deadline of the incoming
 * call.
 */
export function deadlineOf(call: Call, nowMs: number, timeoutMs: number): number {
  return Math.min(call.deadlineMs ?? Infinity, nowMs + timeoutMs);
}
