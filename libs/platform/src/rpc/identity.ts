import { createHash, createHmac, createSecretKey, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Call, Caller } from './call.js';

/** How long an identity is good for: longer than the slowest call may take with its repetitions. */
const LIFETIME_MS = 20_000;
/** How far the clocks of two machines may lie apart. */
const SKEW_MS = 30_000;
const LENGTH_MAX = 1_024;

/** What one process vouches for to another: who makes one call. */
export interface Identity {
  caller: Caller | null;
  /** The full name of the method, service included: the identity is good for nothing else. */
  method: string;
  /** The SHA-256 of the request as it goes over the wire: the identity is good for no other request. */
  body: string;
  /** Different for each call, so that a service can tell a call it had before. */
  nonce: string;
  expiresAtMs: number;
}

/** Signs and checks what processes tell each other of a caller, with keys that only they have. */
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

  /** `identity.signature`, both in base64url; it says nothing that is secret. @param request as it goes over the wire. */
  sign({ caller }: Pick<Call, 'caller'>, method: string, request: Uint8Array): string {
    const expiresAtMs = this.clock.now().getTime() + LIFETIME_MS;
    const identity: Identity = { caller, method, body: digestOf(request), nonce: randomUUID(), expiresAtMs };
    const text = Buffer.from(JSON.stringify(identity)).toString('base64url');
    return `${text}.${signature(text, this.#signing).toString('base64url')}`;
  }

  /**
   * What a caller comes with, before its request was read; undefined when it is signed by nobody we know, is for another
   * method, or is not of now. Whoever takes the request asks {@link isFor} too.
   */
  check(token: string, method: string): Identity | undefined {
    const [text = '', signed = '', ...rest] = token.slice(0, LENGTH_MAX + 1).split('.');
    if (token.length > LENGTH_MAX || rest.length > 0 || !this.#isSigned(text, signed)) return undefined;
    const identity = JSON.parse(Buffer.from(text, 'base64url').toString()) as Identity;
    return identity.method === method && this.isNow(identity) ? identity : undefined;
  }

  /** Whether it holds at this moment, on a machine whose clock may differ from that of the signer. */
  isNow({ expiresAtMs }: Pick<Identity, 'expiresAtMs'>): boolean {
    const remainingMs = expiresAtMs - this.clock.now().getTime();
    return remainingMs >= -SKEW_MS && remainingMs <= LIFETIME_MS + SKEW_MS;
  }

  #isSigned(text: string, signed: string): boolean {
    const given = Buffer.from(signed, 'base64url');
    return this.#keys.some((key) => {
      const expected = signature(text, key);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }
}

/** Whether this is the request the identity was signed for. */
export function isFor({ body }: Identity, request: Uint8Array): boolean {
  return body === digestOf(request);
}

function signature(text: string, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function digestOf(request: Uint8Array): string {
  return createHash('sha256').update(request).digest('base64url');
}
