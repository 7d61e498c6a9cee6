/** Who asks, as the gateway found out from the session. */
export interface Caller {
  userId: string;
  accountType: 'free' | 'hero' | 'admin';
}

/** What travels beside each request between processes. */
export interface Call {
  requestId: string;
  /** W3C traceparent, when there is one. */
  trace?: string;
  /** Null for a visitor. */
  caller: Caller | null;
}

/** A service interface made by ts-proto, with the call beside each request: what is implemented, and what a client is. */
export type Rpc<Service> = {
  [Method in keyof Service]: Service[Method] extends (request: infer Request) => Promise<infer Response>
    ? (request: Request, call: Call) => Promise<Response>
    : never;
};

interface Codec {
  encode(message: never): { finish(): Uint8Array };
  decode(bytes: Uint8Array): unknown;
}

/** The part of a generated service definition that an adapter needs. */
export interface ServiceDefinition {
  readonly fullName: string;
  readonly methods: Readonly<
    Record<string, { readonly name: string; readonly requestType: Codec; readonly responseType: Codec }>
  >;
}
