import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { ProductError } from '@switchback/platform/errors';
import type { FastifyRequest } from 'fastify';
import { endpointOf } from '../http/endpoint-of.js';
import { type Session, SESSION_STRATEGY } from './session.strategy.js';
import { Sessions } from './sessions.js';

/**
 * Enforces the access of a call's contract. Refuses a dead token everywhere, even if the call needs no session.
 *
 * @throws ProductError `invalidSession`, `notAllowed`
 */
@Injectable()
export class SessionGuard extends AuthGuard(SESSION_STRATEGY) {
  constructor(private readonly sessions: Sessions) {
    super();
  }

  override getAuthenticateOptions() {
    return { sessions: this.sessions };
  }

  /**
   * Wraps the request: Passport adds methods to the object that it authenticates, which would slow the request down.
   */
  override getRequest(context: ExecutionContext): { request: FastifyRequest } {
    return { request: context.switchToHttp().getRequest<FastifyRequest>() };
  }

  /** Not called for visitors. */
  override handleRequest<User>(
    error: unknown,
    session: User & Session,
    _info: unknown,
    context: ExecutionContext,
  ): User {
    if (error) throw error as Error;
    this.getRequest(context).request.session = session;
    return session;
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    const { request } = this.getRequest(context);
    const { access = 'anyone' } = endpointOf(context.getHandler());
    const caller = request.session?.caller;
    if (caller) request.exchange.userId = caller.userId;
    if (access !== 'anyone' && !caller) throw new ProductError('invalidSession');
    if (access === 'owner' && caller?.userId !== (request.params as { id: string }).id)
      throw new ProductError('notAllowed');
    return true;
  }
}
