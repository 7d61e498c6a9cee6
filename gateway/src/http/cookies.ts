import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a cookie is like; it is shown to this server alone, and by no page of others. */
export interface CookieScope {
  name: string;
  path: string;
  /** Whether it goes over TLS alone. */
  secure: boolean;
}

/** The cookies of one exchange. Who asks is never told by one: that is the session token's. */
export interface Cookies {
  /** Empty where there is none. */
  get(scope: Pick<CookieScope, 'name'>): string;
  set(scope: CookieScope, value: string, maxAgeSeconds: number): void;
  clear(scope: CookieScope): void;
}

export function cookiesOf(request: FastifyRequest, reply: FastifyReply): Cookies {
  const set: Cookies['set'] = ({ name, path, secure }, value, maxAgeSeconds) => {
    const limits = `Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`;
    void reply.header('set-cookie', `${name}=${value}; ${limits}${secure ? '; Secure' : ''}`);
  };
  return {
    get: ({ name }) => valueOf(request.headers.cookie ?? '', name),
    set,
    clear: (scope) => set(scope, '', 0),
  };
}

function valueOf(header: string, name: string): string {
  const pair = header.split(';').find((part) => part.trimStart().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1) ?? '';
}
