import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import type { Caller } from '@switchback/platform/rpc/call';
import { callOf } from '../http/exchange.js';
import type { Sessions } from './sessions.js';
import { tokenOf } from './token.js';

/** The session a request is made in. */
export interface Session {
  token: string;
  caller: Caller;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard; a visitor has none. */
    session?: Session;
  }
}

export const SESSION_STRATEGY = 'session-token';

/**
 * Authenticates session tokens for Passport and lets visitors pass. Passport keeps its strategies by process, so this one has
 * no state: the guard that asks says which sessions there are.
 */
const strategy: passport.Strategy = {
  authenticate(given: unknown, { sessions }: { sessions: Sessions }) {
    const { request } = given as { request: FastifyRequest };
    sessionOf(request, sessions).then(
      (session) => (session ? this.success(session) : this.pass()),
      (error: unknown) => this.error(error),
    );
  },
};
passport.use(SESSION_STRATEGY, strategy);

async function sessionOf(request: FastifyRequest, sessions: Sessions): Promise<Session | null> {
  const token = tokenOf(request.headers.authorization, request.body);
  return token === null ? null : { token, caller: await sessions.callerOf(token, callOf(request, null)) };
}
