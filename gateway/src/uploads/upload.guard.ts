import { type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BodyPace, PACES } from '../http/body-pace.js';
import { CallLimits, type FileUse } from '../http/call-limits.js';
import { endpointOf } from '../http/endpoint-of.js';
import { originOf } from '../http/exchange.js';
import { SessionGuard } from '../session/session.guard.js';
import { Sessions } from '../session/sessions.js';
import { tokenOf } from '../session/token.js';
import { type Form, readForm } from './form.js';
import { type Sender, type Upload, Uploads } from './uploads.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard; discarded by the code that refuses the request. */
    uploads?: Upload[];
  }
}

/**
 * Reads the form of a call that accepts a file, then authorizes it like any call. Must be a guard because the form may
 * contain the token, and because it refuses a file before reading it if possible.
 */
@Injectable()
export class UploadGuard extends SessionGuard {
  constructor(
    sessions: Sessions,
    private readonly uploads: Uploads,
    private readonly callLimits: CallLimits,
    private readonly pace: BodyPace,
  ) {
    super(sessions);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { request } = this.getRequest(context);
    const { file } = endpointOf(context.getHandler());
    if (!file || !request.isMultipart()) return super.canActivate(context);
    const use = file.isPreview ? 'preview' : 'upload';
    const mayUpload = (body: Form['body']) => this.#sender(request, body, use, () => super.canActivate(context));
    const { body, uploads } = await readForm(request, file, this.uploads, mayUpload);
    request.body = body;
    request.uploads = uploads;
    const isCounted = request.session !== undefined;
    const isAdmitted = await super.canActivate(context);
    const { session } = request;
    if (session && !isCounted) {
      await Promise.all(uploads.map(() => this.callLimits.uploadBy(session.caller.userId, use)));
    }
    return isAdmitted;
  }

  /** Determines the sender, possibly only at the end of the form: in the spec's order the token follows the file. */
  async #sender(
    request: FastifyRequest,
    body: Form['body'],
    use: FileUse,
    admit: () => Promise<boolean>,
  ): Promise<Sender> {
    request.body = body;
    if (tokenOf(request.headers.authorization, body) !== null) await admit();
    const { session } = request;
    const { address } = originOf(request);
    if (session) this.pace.change(request.raw, PACES.upload);
    if (session) await this.callLimits.uploadBy(session.caller.userId, use);
    await this.callLimits.uploadFrom(address, use);
    return session ? { isVisitor: false, id: session.caller.userId } : { isVisitor: true, id: address };
  }
}
