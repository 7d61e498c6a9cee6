import { ROUTES, type RouteName } from '@switchback/contracts/routes';
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { texts } from '../texts/en.js';
import { isApiError, type CallError } from './error.js';

export interface Call {
  route: RouteName;
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
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

/** Makes one call of the contract. Every failure comes back as a `CallError`, never as an exception. */
export const baseQuery: BaseQueryFn<Call, unknown, CallError> = async (call, { signal }) => {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  try {
    const response = await fetch(new URL(addressOf(call), globalThis.location.origin), {
      method: ROUTES[call.route].method,
      signal: AbortSignal.any([signal, timeout]),
      ...(call.body === undefined
        ? {}
        : { body: JSON.stringify(call.body), headers: { 'content-type': 'application/json' } }),
    });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok && body !== null) return { data: body };
    if (isApiError(body)) {
      const { title, message, code, type, requestId } = body;
      return { error: { title, message, code, type, requestId } };
    }
    return { error: { ...texts.errors.unexpected, code: 'UNEXPECTED', type: response.status } };
  } catch {
    return timeout.aborted
      ? { error: { ...texts.errors.timeout, code: 'TIMEOUT', type: 0 } }
      : { error: { ...texts.errors.network, code: 'NETWORK', type: 0 } };
  }
};
