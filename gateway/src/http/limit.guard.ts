import { type CanActivate, type ExecutionContext, Injectable, mixin, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CallLimits } from './call-limits.js';
import { originOf } from './exchange.js';

/** Creates a guard that counts a call by IP address and refuses it beyond the limit, whatever its body. */
export function limitedBy(limit: 'checkUsername' | 'sendMessage'): Type<CanActivate> {
  @Injectable()
  class LimitGuard implements CanActivate {
    constructor(private readonly callLimits: CallLimits) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      await this.callLimits[limit](originOf(context.switchToHttp().getRequest<FastifyRequest>()).address);
      return true;
    }
  }
  return mixin(LimitGuard);
}
