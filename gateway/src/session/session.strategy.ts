import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import type { Caller } from '@switchback/platform/rpc/call';
import { callOf } from '../http/exchange.js';
import type { Sessions } from './sessions.js';
import { tokenOf } from './token.js';

/** The session of a request. */
export interface Session {
  token: string;
  caller: Caller;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard; undefined for a visitor. */
    session?: Session;
  }
}

export const SESSION_STRATEGY = 'session-token';

/**
 * Authenticates session tokens for Passport and lets visitors pass. Passport registers strategies per process, so this
 * one is stateless: the guard passes in the sessions.
 */
const strategy: passport.Strategy = {
  authenticate(input: unknown, { sessions }: { sessions: Sessions }) {
    const { request } = input as { request: FastifyRequest };
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
