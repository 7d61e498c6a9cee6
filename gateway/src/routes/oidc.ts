import { beginOidc, finishOidc } from '@switchback/contracts/endpoints/auth';
import type { GatewayParts } from '../gateway-parts.js';
import type { CookieScope } from '../http/cookies.js';
import { userOf } from './own-user.js';
import { type Route, route } from './route.js';

const COOKIE = 'oidc-login';
/** Both calls lie below it, and nothing else does. */
const COOKIE_PATH = '/api/auth/oidc';
const MAX_AGE_SECONDS = 600;
const LENGTH_MAX = 200;

type Parts = Pick<GatewayParts, 'clients' | 'settings'>;

function scopeOf({ PUBLIC_URL }: Parts['settings']): CookieScope {
  const secure = PUBLIC_URL.startsWith('https:');
  // With the prefix, browsers take the cookie over TLS alone, also from a host beside ours.
  return { name: secure ? `__Secure-${COOKIE}` : COOKIE, path: COOKIE_PATH, secure };
}

/** Logging in by another provider. The cookie ties the way back to the browser that left, and says nothing of who it is. */
export function oidcRoutes({ clients, settings }: Parts): Route[] {
  const { auth } = clients;
  return [
    route(beginOidc, async ({ origin, call, cookies }) => {
      const { url, browser } = await auth.beginOidc({ origin }, call);
      cookies.set(scopeOf(settings), browser, MAX_AGE_SECONDS);
      return { url };
    }),
    route(finishOidc, async ({ body: { answer, oneTimeCode = '' }, origin, call, cookies }) => {
      const scope = scopeOf(settings);
      const browser = cookies.get(scope).slice(0, LENGTH_MAX);
      const opened = await auth.finishOidc({ answer, browser, oneTimeCode, origin }, call);
      cookies.clear(scope);
      return { token: opened.token, user: await userOf(clients, opened, call) };
    }),
  ];
}
