import { ProductError, refuseField } from '@switchback/platform/errors';
import Chargebee from 'chargebee';
import type { ChargebeeSettings } from '../../billing-settings.js';

/** Several calls of one change must end within the claim on the person's subscription. */
const TIMEOUT_MS = 5_000;

/** Address of its API; set only by specs. */
export interface ChargebeeAddress {
  protocol: 'http';
  hostSuffix: string;
  port: number;
}

/** An error response of its API. */
interface Refusal {
  http_status_code: number;
  type: string;
  code: string;
  message: string;
}

export function openChargebee({ site, apiKey }: ChargebeeSettings, address: Partial<ChargebeeAddress> = {}): Chargebee {
  return new Chargebee({ site, apiKey, timeout: TIMEOUT_MS, sdkTelemetryEnabled: false, ...address });
}

/**
 * Awaits a response; returns null if the provider refuses with one of the `known` codes, which the caller handles.
 * @throws ProductError `cardDeclined` with the provider's message, `noCard`, `paymentsAway`, `internal`
 */
export async function answerOf<T>(call: Promise<T>, ...known: string[]): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal && known.includes(refusal.code)) return null;
    throw errorOf(refusal);
  }
}

/** @throws ProductError as {@link answerOf} does. */
export async function requireAnswer<T>(call: Promise<T>): Promise<T> {
  const answer = await answerOf(call);
  if (answer === null) throw new ProductError('paymentsAway');
  return answer;
}

/** Returns null if there was no response at all. */
function refusalOf(error: unknown): Refusal | null {
  const given = error as Partial<Record<'http_status_code' | 'type' | 'api_error_code' | 'message', unknown>>;
  if (typeof given.http_status_code !== 'number') return null;
  const word = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    http_status_code: given.http_status_code,
    type: word(given.type),
    code: word(given.api_error_code),
    message: word(given.message),
  };
}

/** Logs only the code of its response. */
function errorOf(refusal: Refusal | null): ProductError {
  const cause = new Error(
    refusal ? `Chargebee: ${refusal.http_status_code} ${refusal.code}` : 'Chargebee did not respond',
  );
  if (refusal?.code === 'payment_method_not_present') return refuseField('submit', 'noCard');
  if (refusal?.type === 'payment')
    return new ProductError('cardDeclined', { ...(refusal.message && { title: refusal.message }), cause });
  const isAway = !refusal || refusal.http_status_code === 429 || refusal.http_status_code >= 500;
  return new ProductError(isAway ? 'paymentsAway' : 'internal', { cause });
}
