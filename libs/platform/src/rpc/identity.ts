import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Call, Caller } from './call.js';

/** How long an identity is good for. */
const LIFETIME_MS = 60_000;
/** How long one is given again to the same caller for the same method: signing costs more than all else of a call. */
const REUSE_MS = 10_000;
/** How far the clocks of two machines may lie apart. */
const SKEW_MS = 30_000;
const LENGTH_MAX = 1_024;
/** Identities kept, those signed and those found good: enough for everybody who asks within a few seconds. */
const KEPT_MAX = 2_000;

interface Claims {
  /** Who asks, as one process vouches for it to another. */
  caller: Caller | null;
  /** The full name of the method, service included: the identity is good for nothing else. */
  method: string;
  expiresAtMs: number;
}

/** Signs and checks what processes tell each other of a caller, with keys that only they have. */
export class IdentityKeys {
  readonly #signing: KeyObject;
  readonly #keys: readonly KeyObject[];
  readonly #signed = new Map<string, { token: string; untilMs: number }>();
  /** Claims by the token whose signature was found to be right; whether they hold now is looked at each time. */
  readonly #checked = new Map<string, Claims>();

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
  sign({ caller }: Pick<Call, 'caller'>, method: string): string {
    const nowMs = this.clock.now().getTime();
    const asked = caller === null ? method : `${method} ${JSON.stringify(caller)}`;
    const kept = this.#signed.get(asked);
    if (kept && nowMs < kept.untilMs) return kept.token;
    const claims: Claims = { caller, method, expiresAtMs: nowMs + LIFETIME_MS };
    const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const token = `${text}.${signature(text, this.#signing).toString('base64url')}`;
    keep(this.#signed, asked, { token, untilMs: nowMs + REUSE_MS });
    return token;
  }

  /** Who asks; undefined when the token is none, is signed by nobody we know, is for another method, or is not of now. */
  check(token: string, method: string): Caller | null | undefined {
    const claims = this.#checked.get(token) ?? this.#read(token);
    if (!claims) return undefined;
    const remainingMs = claims.expiresAtMs - this.clock.now().getTime();
    const isNow = remainingMs >= -SKEW_MS && remainingMs <= LIFETIME_MS + SKEW_MS;
    return claims.method === method && isNow ? claims.caller : undefined;
  }

  #read(token: string): Claims | undefined {
    const [text = '', signed = '', ...rest] = token.slice(0, LENGTH_MAX + 1).split('.');
    if (token.length > LENGTH_MAX || rest.length > 0 || !this.#isSigned(text, signed)) return undefined;
    const claims = JSON.parse(Buffer.from(text, 'base64url').toString()) as Claims;
    keep(this.#checked, token, claims);
    return claims;
  }

  #isSigned(text: string, signed: string): boolean {
    const given = Buffer.from(signed, 'base64url');
    return this.#keys.some((key) => {
      const expected = signature(text, key);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }
}

/** In place of the one that was there first, where there is no room. */
function keep<T>(kept: Map<string, T>, key: string, value: T): void {
  kept.delete(key);
  if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value!);
  kept.set(key, value);
}

function signature(text: string, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
