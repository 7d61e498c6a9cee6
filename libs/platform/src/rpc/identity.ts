import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Call, Caller } from './call.js';

/** How long an identity is good for; it is made anew for each call. */
const LIFETIME_MS = 60_000;
/** How far the clocks of two machines may lie apart. */
const SKEW_MS = 30_000;
const LENGTH_MAX = 1_024;

/** Who asks for what, as one process vouches for it to another. */
export interface Identity {
  caller: Caller | null;
  requestId: string;
}

interface Claims extends Identity {
  /** The full name of the method, service included: the identity is good for nothing else. */
  method: string;
  expiresAtMs: number;
}

/** Signs and checks what processes tell each other of a call, with keys that only they have. */
export class IdentityKeys {
  readonly #signing: KeyObject;
  readonly #keys: readonly KeyObject[];

  /** @param keys the first signs; all are good for checking, so that keys can be changed one process at a time. */
  constructor(
    keys: readonly string[],
    private readonly clock: { now(): Date },
  ) {
    this.#keys = keys.map((key) => createSecretKey(key, 'utf8'));
    const [first] = this.#keys;
    if (first === undefined) throw new Error('There is no key to sign with.');
    this.#signing = first;
  }

  /** `claims.signature`, both in base64url; it says nothing that is secret. */
  sign({ caller, requestId }: Pick<Call, 'caller' | 'requestId'>, method: string): string {
    const expiresAtMs = this.clock.now().getTime() + LIFETIME_MS;
    const claims: Claims = { caller, requestId, method, expiresAtMs };
    const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
    return `${text}.${signature(text, this.#signing).toString('base64url')}`;
  }

  /** Null when it is none, is signed by nobody we know, is meant for another method, or is too old or from the future. */
  check(token: string, method: string): Identity | null {
    const [text = '', signed = '', ...rest] = token.slice(0, LENGTH_MAX + 1).split('.');
    if (token.length > LENGTH_MAX || rest.length > 0 || !this.#isSigned(text, signed)) return null;
    const claims = JSON.parse(Buffer.from(text, 'base64url').toString()) as Claims;
    const remainingMs = claims.expiresAtMs - this.clock.now().getTime();
    if (claims.method !== method || remainingMs < -SKEW_MS || remainingMs > LIFETIME_MS + SKEW_MS) return null;
    return { caller: claims.caller, requestId: claims.requestId };
  }

  #isSigned(text: string, signed: string): boolean {
    const given = Buffer.from(signed, 'base64url');
    return this.#keys.some((key) => {
      const expected = signature(text, key);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }
}

function signature(text: string, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
