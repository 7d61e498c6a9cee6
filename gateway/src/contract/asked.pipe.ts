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

/** What a handler gets: the parts of the request as the contract's schemas parsed them, and who asks. */
export interface Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  call: Call;
  /** Of the session the call was made in; null for a visitor. */
  token: string | null;
  origin: Origin;
  /** Of a caller that proves itself otherwise than by a session; empty when the request has none. */
  authorization: string;
  cookies: Cookies;
  /** Which request this is, where the client said so; only of a call that is `repeatable`. */
  idempotency: Idempotency | null;
  /** The file that came with the request; a handler that does not throw owns it. */
  upload: Upload | null;
  /** All of them, of a call that takes several. */
  uploads: readonly Upload[];
}

export interface InputOptions {
  /** A costly read that is cancelled when the client disconnects. */
  endsWithClient?: boolean;
  /** The member of the body that holds the fields of the form: errors name those fields without it. */
  form?: string;
}

/** Validates a request against its contract. Guards ran before, so that only who may make the call learns what is invalid. */
export class AskedPipe implements PipeTransform<[FastifyRequest, FastifyReply]> {
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
    if (value.includes('\0')) throw fieldFault(name, 'Must not hold a NUL character.');
  }
  return params;
}
