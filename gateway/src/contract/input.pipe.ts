import type { PipeTransform } from '@nestjs/common';
import type { Endpoint } from '@switchback/contracts/endpoints/endpoint';
import type { Call } from '@switchback/platform/rpc/call';
import type { Origin } from '@switchback/proto/auth/v1/service';
import { type Idempotency, idempotencyOf } from '../http/idempotency.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Cookies, cookiesOf } from '../http/cookies.js';
import { callOf, originOf, untilGone } from '../http/exchange.js';
import { fieldFault, schemaFault } from '../http/faults.js';
import { decodeQuery, type RawQuery } from '../http/query-string.js';
import type { Upload } from '../uploads/uploads.js';

/** Input of a handler: the parts of the request as parsed by the contract's schemas, and the caller. */
export interface Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  call: Call;
  /** Session token of the call; null for a visitor. */
  token: string | null;
  origin: Origin;
  /** Authorization header of a caller that authenticates without a session; empty if there is none. */
  authorization: string;
  cookies: Cookies;
  /** Idempotency key from the client; only for `repeatable` calls. */
  idempotency: Idempotency | null;
  /** The uploaded file; a handler that does not throw takes ownership of it. */
  upload: Upload | null;
  /** All uploaded files, for calls that accept several. */
  uploads: readonly Upload[];
}

export interface InputOptions {
  /** Cancels a costly read when the client disconnects. */
  endsWithClient?: boolean;
  /** Body member that holds the form's fields; errors name those fields without it. */
  form?: string;
}

/**
 * Validates a request against its contract. Runs after the guards, so only authorized callers see validation errors.
 */
export class InputPipe implements PipeTransform<[FastifyRequest, FastifyReply]> {
  constructor(
    private readonly endpoint: Endpoint,
    private readonly options: InputOptions,
  ) {}

  transform([request, reply]: [FastifyRequest, FastifyReply]): Input<z.ZodType, z.ZodType, z.ZodType> {
    const { params, query, body, repeatable } = this.endpoint;
    const { session, uploads = [] } = request;
    const call = callOf(request, session?.caller ?? null);
    return {
      params: params && parse(params, withoutNul(request.params as Record<string, string>), 'path'),
      query: query && parse(query, decodeQuery((request.query as RawQuery).text), 'query'),
      body: body && parse(body, request.body, 'body', this.options.form),
      call: this.options.endsWithClient ? { ...call, signal: untilGone(reply) } : call,
      token: session?.token ?? null,
      origin: originOf(request),
      authorization: request.headers.authorization ?? '',
      cookies: cookiesOf(request, reply),
      idempotency: repeatable ? idempotencyOf(request, session ? null : originOf(request).address) : null,
      upload: uploads[0] ?? null,
      uploads,
    };
  }
}

function parse(schema: z.ZodType, value: unknown, part: string, form?: string): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw schemaFault(result.error, part, form);
  return result.data;
}

function withoutNul(params: Readonly<Record<string, string>>): unknown {
  for (const [name, value] of Object.entries(params)) {
    if (value.includes('\0')) throw fieldFault(name, 'Must not contain a NUL character.');
  }
  return params;
}
