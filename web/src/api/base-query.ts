import type { EndpointOf } from '@switchback/contracts/endpoints/all';
import { ROUTES, type RouteName } from '@switchback/contracts/routes';
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { sessionEnded, type SessionState } from '../lib/session-slice.js';
import { texts } from '../texts/en.js';
import { CODES } from './error-codes.js';
import { isApiError, type CallError } from './error.js';
import { upload } from './upload.js';

/** What the contract takes in one part of a call; undefined where there is no such part. */
export type InputOf<Name extends RouteName, Part extends 'params' | 'query' | 'body'> =
  EndpointOf<Name> extends { [Key in Part]?: { _input: infer Input } } ? Input : never;

/** Values of an address are written as text. */
type Written<Input> = { readonly [Key in keyof Input]: string | number | boolean | Extract<Input[Key], undefined> };

/** May be left out where the contract requires nothing of it. */
type Part<Key extends string, Input, Sent = Input> =
  Partial<Input> extends Input ? { readonly [K in Key]?: Sent } : { readonly [K in Key]: Sent };

/** A call of the contract, with what its route takes. A body is sent as JSON, and a form as it is. */
export type Call<Name extends RouteName = RouteName> = Name extends RouteName
  ? {
      route: Name;
      /** The answer is a file: it comes as a `Blob`. */
      file?: true;
      timeoutMs?: number;
      /** Told how much of a form was sent, 0 to 1; such a call ends when whoever made it gives it up. */
      onProgress?: (share: number) => void;
      /** Of a call that makes something: sent again, it makes no second one. */
      idempotencyKey?: string;
    } & Part<'params', Written<InputOf<Name, 'params'>>> &
      Part<'query', Written<InputOf<Name, 'query'>>> &
      Part<'body', InputOf<Name, 'body'>, InputOf<Name, 'body'> | FormData>
  : never;

/** The parts of any call's address. */
interface Address {
  route: RouteName;
  params?: Readonly<Record<string, string | number | boolean>> | undefined;
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
}

export const CALL_TIMEOUT_MS = 15_000;

/** The address of a call: path parameters filled in, query values that are undefined left out. */
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
 * Makes one call of the contract, as the person who is logged in. Every failure comes back as a `CallError`, never as
 * an exception. A session the server no longer knows is dropped, and the call made again without one.
 */
export const baseQuery: BaseQueryFn<Call, unknown, CallError> = async (call, context) => {
  const { getState, dispatch, type } = context;
  // What changes something is seen through, also when its page or its session has gone: the log out is.
  const signal = type === 'query' || call.onProgress !== undefined ? context.signal : null;
  const token = (getState() as { session: SessionState }).session.session?.token ?? null;
  const answer = await send(call, token, signal);
  if (token === null || answer.error?.code !== CODES.invalidSession) return answer;
  // Another tab, or a faster call, may have brought a newer session meanwhile.
  const current = (getState() as { session: SessionState }).session.session?.token;
  if (current === token) dispatch(sessionEnded('expired'));
  return send(call, null, signal);
};

type Answer = { data: unknown; error?: never } | { error: CallError; data?: never };

async function send(call: Call, token: string | null, signal: AbortSignal | null): Promise<Answer> {
  const timeout = AbortSignal.timeout(call.timeoutMs ?? CALL_TIMEOUT_MS);
  try {
    const url = new URL(addressOf(call), globalThis.location.origin);
    const { method } = ROUTES[call.route];
    const ends = signal === null ? timeout : AbortSignal.any([signal, timeout]);
    const { headers, body: sent } = payloadOf(call.body, token, call.idempotencyKey);
    const response =
      call.onProgress !== undefined && sent instanceof FormData
        ? await upload(url, { method, headers, body: sent, signal: ends, onProgress: call.onProgress })
        : await fetch(url, { method, headers, signal: ends, ...(sent !== undefined && { body: sent }) });
    const asFile = call.file === true && response.ok;
    const body: unknown = asFile ? await response.blob() : await response.json().catch(() => null);
    if (response.ok && body !== null) return { data: body };
    if (isApiError(body)) {
      const { title, message, code, type, requestId, fields, additional } = body;
      const upgrade = additional?.['upgrade'] === true;
      const wait = additional?.['retryAfterSeconds'];
      const retryAfterSeconds = typeof wait === 'number' ? wait : null;
      const said = { title, message, code, type, requestId, ...(fields && { fields }), upgrade, retryAfterSeconds };
      return { error: { ...said, additional: additional ?? {} } };
    }
    return { error: { ...texts.errors.unexpected, code: 'UNEXPECTED', type: response.status } };
  } catch {
    return timeout.aborted
      ? { error: { ...texts.errors.timeout, code: 'TIMEOUT', type: 0 } }
      : { error: { ...texts.errors.network, code: 'NETWORK', type: 0 } };
  }
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
  // The browser says the boundary of a form's parts itself.
  if (body instanceof FormData) return { body, headers: authorization };
  return { body: JSON.stringify(body), headers: { ...authorization, 'content-type': 'application/json' } };
}
