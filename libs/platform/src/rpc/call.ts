/** Who asks, as the gateway found out from the session. */
export interface Caller {
  userId: string;
  accountType: 'free' | 'hero' | 'admin';
  /** The session this is asked in; work without a browser behind it has none. */
  sessionId?: string;
}

/** What travels beside each request between processes. */
export interface Call {
  requestId: string;
  /** W3C traceparent, when there is one. */
  trace?: string;
  /** Null for a visitor. */
  caller: Caller | null;
  /** When nobody waits for the answer any more, in milliseconds since 1970; what is asked of others in turn ends by then. */
  deadlineMs?: number;
  /** Aborted when nobody waits for the answer any more: the client has gone, or the deadline has passed. Reads may end then. */
  signal?: AbortSignal;
}

/** A service interface made by ts-proto, with the call beside each request: what is implemented, and what a client is. */
export type Rpc<Service> = {
  [Method in keyof Service]: Service[Method] extends (request: infer Request) => Promise<infer Response>
    ? (request: Request, call: Call) => Promise<Response>
    : never;
};

/** Any method of a service, where its messages do not matter. */
export type AnyMethod = (request: unknown, call: Call) => Promise<unknown>;

interface Codec {
  encode(message: never): { finish(): Uint8Array };
  decode(bytes: Uint8Array): unknown;
}

/** A method as ts-proto's generic definitions describe it. */
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

/** Whether asking twice does no more than asking once, as the proto file says. */
export function isRepeatable({ options }: MethodDefinition): boolean {
  return options.idempotencyLevel === 'NO_SIDE_EFFECTS' || options.idempotencyLevel === 'IDEMPOTENT';
}

/** What answers a method of an implementation, ready to be called. */
export function targetOf(definition: ServiceDefinition, implementation: object, key: string): AnyMethod {
  const target = (implementation as Record<string, AnyMethod | undefined>)[key];
  if (!target) throw new Error(`${definition.fullName} does not implement ${key}`);
  return target.bind(implementation);
}

/** Key of `rpc.v1.timeout_ms` among unknown fields: number 50001, wire type fixed32. ts-proto generates no accessor for it. */
const TIMEOUT_MS = (50_001 << 3) | 5;

/** How long a method may take: `timeoutMs`, or longer where its proto option says so. */
export function timeoutOf({ options }: MethodDefinition, timeoutMs: number): number {
  const bytes = options._unknownFields?.[TIMEOUT_MS]?.[0];
  return bytes ? Math.max(timeoutMs, Buffer.from(bytes).readUInt32LE()) : timeoutMs;
}

/** When a call made now must be answered by: within the time given, and not after who asked for it has gone. */
export function deadlineOf(call: Call, nowMs: number, timeoutMs: number): number {
  return Math.min(call.deadlineMs ?? Infinity, nowMs + timeoutMs);
}
