import { ROUTES, type RouteName } from '@switchback/contracts/routes';
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { sessionEnded, type SessionState } from '../lib/session-slice.js';
import { texts } from '../texts/en.js';
import { CODES } from './error-codes.js';
import { isApiError, type CallError } from './error.js';

export interface Call {
  route: RouteName;
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON; a form as it is, for calls that take files. */
  body?: unknown;
  /** The answer is a file: it comes as a `Blob`. */
  file?: true;
  timeoutMs?: number;
}

export const CALL_TIMEOUT_MS = 15_000;

/** The address of a call: path parameters filled in, query values that are undefined left out. */
export function addressOf({ route, params = {}, query = {} }: Call): string {
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
  const signal = type === 'query' ? context.signal : null;
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
    const response = await fetch(new URL(addressOf(call), globalThis.location.origin), {
      method: ROUTES[call.route].method,
      signal: signal === null ? timeout : AbortSignal.any([signal, timeout]),
      ...payloadOf(call.body, token),
    });
    const asFile = call.file === true && response.ok;
    const body: unknown = asFile ? await response.blob() : await response.json().catch(() => null);
    if (response.ok && body !== null) return { data: body };
    if (isApiError(body)) {
      const { title, message, code, type, requestId, fields, additional } = body;
      const upgrade = additional?.['upgrade'] === true;
      const wait = additional?.['retryAfterSeconds'];
      const retryAfterSeconds = typeof wait === 'number' ? wait : null;
      return {
        error: { title, message, code, type, requestId, ...(fields && { fields }), upgrade, retryAfterSeconds },
      };
    }
    return { error: { ...texts.errors.unexpected, code: 'UNEXPECTED', type: response.status } };
  } catch {
    return timeout.aborted
      ? { error: { ...texts.errors.timeout, code: 'TIMEOUT', type: 0 } }
      : { error: { ...texts.errors.network, code: 'NETWORK', type: 0 } };
  }
}

function payloadOf(body: unknown, token: string | null): RequestInit {
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  if (body === undefined) return { headers: authorization };
  // The browser says the boundary of a form's parts itself.
  if (body instanceof FormData) return { body, headers: authorization };
  return { body: JSON.stringify(body), headers: { ...authorization, 'content-type': 'application/json' } };
}
