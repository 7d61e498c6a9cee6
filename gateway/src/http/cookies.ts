import type { FastifyReply, FastifyRequest } from 'fastify';

/** Attributes of a cookie, which is sent to this server only and hidden from other sites' pages. */
export interface CookieScope {
  name: string;
  path: string;
  /** Sent over TLS only. */
  secure: boolean;
}

/** Cookies of one exchange. They never authenticate the caller: the session token does. */
export interface Cookies {
  /** Returns '' if there is none. */
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
