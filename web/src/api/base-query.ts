import type { EndpointOf } from '@switchback/contracts/endpoints/all';
import { ROUTES, type RouteName } from '@switchback/contracts/routes';
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { sessionEnded, type SessionState } from '../session/session-slice.js';
import { texts } from '../texts/en.js';
import { CODES } from './error-codes.js';
import { isApiError, type CallError, type ErrorText } from './error.js';
import type { upload } from './upload.js';

/** Input type of one part of a call in the contract; undefined if there is no such part. */
export type InputOf<Name extends RouteName, Field extends 'params' | 'query' | 'body'> =
  EndpointOf<Name> extends { [Key in Field]?: { _input: infer Input } } ? Input : never;

/** Values in an address are sent as text. */
type Written<Input> = { readonly [Key in keyof Input]: string | number | boolean | Extract<Input[Key], undefined> };

/** Optional if the contract requires none of its fields. */
type Field<Key extends string, Input, Sent = Input> =
  Partial<Input> extends Input ? { readonly [K in Key]?: Sent } : { readonly [K in Key]: Sent };

/** A call of the contract, with its route's parameters. Sends an object body as JSON, and a form unchanged. */
export type Call<Name extends RouteName = RouteName> = Name extends RouteName
  ? {
      route: Name;
      /** The response is a file, returned as a `Blob`. */
      file?: true;
      timeoutMs?: number;
      /** Receives the uploaded share of a form, 0 to 1; the caller can abort such a call. */
      onProgress?: (share: number) => void;
      /** For calls that create a record: a repeated call does not create a second one. */
      idempotencyKey?: string;
    } & Field<'params', Written<InputOf<Name, 'params'>>> &
      Field<'query', Written<InputOf<Name, 'query'>>> &
      Field<'body', InputOf<Name, 'body'>, InputOf<Name, 'body'> | FormData>
  : never;

/** The parts of a call's address, for any route. */
interface Address {
  route: RouteName;
  params?: Readonly<Record<string, string | number | boolean>> | undefined;
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
}

export const CALL_TIMEOUT_MS = 15_000;
/** Code of a call that did not reach the server. */
export const NETWORK = 'NETWORK';
/** Before each further attempt of a read whose connection failed. */
const PAUSES_MS = [300, 900];

/** Returns the address of a call: fills in path parameters, omits undefined query values. */
export function addressOf(call: Call): string {
  const { route, params = {}, query = {} }: Address = call;
  const path = ROUTES[route].path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * Makes one call of the contract with the person's session. Returns every failure as a `CallError`, never throws. Drops
 * a session that the server no longer knows, and repeats the call without one. Repeats a read whose connection failed.
 */
export const baseQuery: BaseQueryFn<Call, unknown, CallError> = async (call, context) => {
  const { getState, dispatch, type } = context;
  // Mutations run to completion even if their page or session is gone, as the log out must.
  const signal = type === 'query' || call.onProgress !== undefined ? context.signal : null;
  const token = (getState() as { session: SessionState }).session.session?.token ?? null;
  const pauses = type === 'query' ? PAUSES_MS : [];
  const answer = await persistently(pauses, signal, () => send(call, token, signal));
  if (token === null || answer.error?.code !== CODES.invalidSession) return answer;
  // Another tab, or a faster call, may have started a new session meanwhile.
  const current = (getState() as { session: SessionState }).session.session?.token;
  if (current === token) dispatch(sessionEnded('expired'));
  return send(call, null, signal);
};

/** Makes the call again after each pause, as long as its connection fails. */
async function persistently(
  pauses: readonly number[],
  signal: AbortSignal | null,
  make: () => Promise<Answer>,
): Promise<Answer> {
  for (const pause of pauses) {
    const answer = await make();
    if (answer.error?.code !== NETWORK || signal?.aborted === true || !navigator.onLine) return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return make();
}

type Answer = { data: unknown; error?: never } | { error: CallError; data?: never };

/** Loads the code for uploads, which few visits need. */
async function sendForm(...sent: Parameters<typeof upload>): Promise<Response> {
  return (await import('./upload.js')).upload(...sent);
}

async function send(call: Call, token: string | null, signal: AbortSignal | null): Promise<Answer> {
  const timeout = AbortSignal.timeout(call.timeoutMs ?? CALL_TIMEOUT_MS);
  try {
    const url = new URL(addressOf(call), globalThis.location.origin);
    const { method } = ROUTES[call.route];
    const ends = signal === null ? timeout : AbortSignal.any([signal, timeout]);
    const { headers, body: sent } = payloadOf(call.body, token, call.idempotencyKey);
    const response =
      call.onProgress !== undefined && sent instanceof FormData
        ? await sendForm(url, { method, headers, body: sent, signal: ends, onProgress: call.onProgress })
        : await fetch(url, { method, headers, signal: ends, ...(sent !== undefined && { body: sent }) });
    // The server answers calls with JSON and files, never with a page: a proxy asks for a login with one.
    const isPage = response.ok && response.headers.get('content-type')?.startsWith('text/html') === true;
    if (isPage) return { error: foreignError(401) };
    const asFile = call.file === true && response.ok;
    const body: unknown = asFile ? await response.blob() : await response.json().catch(() => null);
    if (response.ok && body !== null) return { data: body };
    if (isApiError(body)) {
      const { title, message, code, type, requestId, fields, additional } = body;
      const upgrade = additional?.['upgrade'] === true;
      const wait = additional?.['retryAfterSeconds'];
      const retryAfterSeconds = typeof wait === 'number' ? wait : null;
      const input = { title, message, code, type, requestId, ...(fields && { fields }), upgrade, retryAfterSeconds };
      return { error: { ...input, additional: additional ?? {} } };
    }
    return { error: foreignError(response.status) };
  } catch {
    return timeout.aborted
      ? { error: { ...texts.errors.timeout, code: 'TIMEOUT', type: 0 } }
      : { error: { ...texts.errors.network, code: NETWORK, type: 0 } };
  }
}

/** Describes a response that is not the server's: usually the page of a proxy in front of it. */
function foreignError(status: number): CallError {
  const known: Readonly<Record<number, ErrorText>> = texts.errors.foreign;
  return { ...(known[status] ?? texts.errors.unexpected), code: 'UNEXPECTED', type: status };
}

interface Payload {
  headers: Record<string, string>;
  body?: string | FormData;
}

function payloadOf(body: unknown, token: string | null, key: string | undefined): Payload {
  const authorization: Record<string, string> = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  if (body === undefined) return { headers: authorization };
  // The browser sets the boundary of a form's parts itself.
  if (body instanceof FormData) return { body, headers: authorization };
  return { body: JSON.stringify(body), headers: { ...authorization, 'content-type': 'application/json' } };
}
