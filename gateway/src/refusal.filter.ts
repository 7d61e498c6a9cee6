import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { Logger } from '@switchback/platform/telemetry/logger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOGGER } from '@switchback/platform/nest/tokens';
import { sendError } from './http/errors.js';
import { Uploads } from './uploads/uploads.js';

/** Answers every error of controllers, hooks and pages in the common error shape; discards the request's files. */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly uploads: Uploads,
  ) {}

  catch(error: unknown, host: ArgumentsHost): Promise<void> {
    return this.refuse(error, ...host.getArgs<[FastifyRequest, FastifyReply]>());
  }

  async refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { uploads = [] } = request;
    const shown = await Promise.all(uploads.map((upload) => this.uploads.discard(upload))).then(
      () => error,
      (failure: unknown) => failure,
    );
    sendError(this.logger, shown, request, reply);
  }
}
