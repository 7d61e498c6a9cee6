import { Controller, Inject } from '@nestjs/common';
import { beginOidc, finishOidc } from '@switchback/contracts/endpoints/auth';
import type { Settings } from '@switchback/platform/config/settings';
import { SETTINGS } from '@switchback/platform/nest/tokens';
import { Answers, type InputOf } from '../contract/answers.js';
import { CLIENTS, type Clients } from '../services/clients.js';
import type { CookieScope } from '../http/cookies.js';
import { userOf } from './own-user.js';

const COOKIE = 'oidc-login';
/** Covers both calls and nothing else. */
const COOKIE_PATH = '/api/auth/oidc';
const MAX_AGE_SECONDS = 600;
const LENGTH_MAX = 200;

function scopeOf({ PUBLIC_URL }: Settings): CookieScope {
  const secure = PUBLIC_URL.startsWith('https:');
  // The prefix makes browsers accept the cookie over TLS only, even from a sibling host.
  return { name: secure ? `__Secure-${COOKIE}` : COOKIE, path: COOKIE_PATH, secure };
}

/** Login through another provider. The cookie ties the callback to the browser that left, and identifies no one. */
@Controller()
export class OidcController {
  readonly #scope: CookieScope;

  constructor(
    @Inject(CLIENTS) private readonly clients: Clients,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.#scope = scopeOf(settings);
  }

  @Answers(beginOidc)
  async start({ origin, call, cookies }: InputOf<typeof beginOidc>) {
    const { url, browser } = await this.clients.auth.beginOidc({ origin }, call);
    cookies.set(this.#scope, browser, MAX_AGE_SECONDS);
    return { url };
  }

  @Answers(finishOidc)
  async finish({ body: { answer, oneTimeCode = '' }, origin, call, cookies }: InputOf<typeof finishOidc>) {
    const browser = cookies.get(this.#scope).slice(0, LENGTH_MAX);
    const opened = await this.clients.auth.finishOidc({ answer, browser, oneTimeCode, origin }, call);
    cookies.clear(this.#scope);
    return { token: opened.token, user: await userOf(this.clients, opened, call) };
  }
}
