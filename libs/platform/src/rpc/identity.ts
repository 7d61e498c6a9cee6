import { createHash, createHmac, createSecretKey, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Call, Caller } from './call.js';

/** Lifetime of an identity; exceeds the slowest call including its retries. */
const LIFETIME_MS = 20_000;
/** Maximum difference between the clocks of two machines. */
const SKEW_MS = 30_000;
const LENGTH_MAX = 1_024;

/** Assertion of one process to another about the caller of a single call. */
export interface Identity {
  caller: Caller | null;
  /** Full name of the method, including the service: the identity is not valid for any other. */
  method: string;
  /** SHA-256 of the request as sent over the wire: the identity is not valid for any other request. */
  body: string;
  /** Unique per call, so that a service can detect a replay. */
  nonce: string;
  expiresAtMs: number;
}

/** Signs and verifies the identities that processes send each other, with keys that only they have. */
export class IdentityKeys {
  readonly #signing: KeyObject;
  readonly #keys: readonly KeyObject[];

  /**
   * @param keys the first one signs; all are accepted when verifying, so that keys can be rotated one process at a
   * time.
   */
  constructor(
    keys: readonly string[],
    private readonly clock: { now(): Date },
  ) {
    this.#keys = keys.map((key) => createSecretKey(key, 'utf8'));
    const [first] = this.#keys;
    if (first === undefined) throw new Error('No signing key is set.');
    this.#signing = first;
  }

  /**
   * Returns `identity.signature`, both in base64url; contains no secrets.
   * @param request as sent over the wire.
   */
  sign({ caller }: Pick<Call, 'caller'>, method: string, request: Uint8Array): string {
    const expiresAtMs = this.clock.now().getTime() + LIFETIME_MS;
    const identity: Identity = { caller, method, body: digestOf(request), nonce: randomUUID(), expiresAtMs };
    const text = Buffer.from(JSON.stringify(identity)).toString('base64url');
    return `${text}.${signature(text, this.#signing).toString('base64url')}`;
  }

  /**
   * Verifies an identity before the request is read; returns undefined if it has no valid signature, is for another
   * method, or has expired. The reader of the request must also call {@link isFor}.
   */
  check(token: string, method: string): Identity | undefined {
    const [text = '', signed = '', ...rest] = token.slice(0, LENGTH_MAX + 1).split('.');
    if (token.length > LENGTH_MAX || rest.length > 0 || !this.#isSigned(text, signed)) return undefined;
    const identity = JSON.parse(Buffer.from(text, 'base64url').toString()) as Identity;
    return identity.method === method && this.isNow(identity) ? identity : undefined;
  }

  /** Whether the identity is valid now, allowing for clock skew between this machine and the signer. */
  isNow({ expiresAtMs }: Pick<Identity, 'expiresAtMs'>): boolean {
    const remainingMs = expiresAtMs - this.clock.now().getTime();
    return remainingMs >= -SKEW_MS && remainingMs <= LIFETIME_MS + SKEW_MS;
  }

  #isSigned(text: string, signed: string): boolean {
    const input = Buffer.from(signed, 'base64url');
    return this.#keys.some((key) => {
      const expected = signature(text, key);
      return input.length === expected.length && timingSafeEqual(input, expected);
    });
  }
}

/** Whether the identity was signed for this request. */
export function isFor({ body }: Identity, request: Uint8Array): boolean {
  return body === digestOf(request);
}

function signature(text: string, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function digestOf(request: Uint8Array): string {
  return createHash('sha256').update(request).digest('base64url');
}
