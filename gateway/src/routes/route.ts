import type { Endpoint } from '@switchback/contracts/endpoints/endpoint';
import type { Call } from '@switchback/platform/rpc/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { callOf } from '../http/exchange.js';
import { fieldFault, schemaFault } from '../http/faults.js';
import { decodeQuery, type RawQuery } from '../http/query-string.js';
import { callerOf } from '../session.js';

/** What a handler gets: the parts of the request as the contract's schemas parsed them. */
export interface Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  call: Call;
}

/** JSON that is already encoded, in the shape of the contract: it goes out as it is. */
export class EncodedJson {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** A file to be saved under a name. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  constructor(name: string, type: string, text: string) {
    this.name = name;
    this.type = type;
    this.text = text;
  }
}

/** A call of the contract, bound to what answers it. */
export interface Route {
  endpoint: Endpoint;
  /** How long a browser may keep the answer; not at all when left out. */
  keepSeconds?: number;
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/**
 * Binds a call of the contract to a handler. What the schemas do not name is stripped, on the way in and on the way out;
 * a handler whose answer drifts from the contract does not compile.
 */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, A>,
  handler: (input: Input<P, Q, B>) => Promise<z.input<A> | EncodedJson | FileAnswer>,
  options: { keepSeconds?: number } = {},
): Route {
  return {
    endpoint,
    ...options,
    async handle(request, reply) {
      const call = callOf(request, callerOf(request.headers.authorization, request.body));
      const answer = await handler({
        params: parse(endpoint.params, request.params, 'path'),
        query: endpoint.query && parse(endpoint.query, decodeQuery((request.query as RawQuery).text), 'query'),
        body: endpoint.body && parse(endpoint.body, request.body, 'body'),
        call,
      } as Input<P, Q, B>);
      send(reply, endpoint, answer, options.keepSeconds);
    },
  };
}

function parse(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined;
  if (part === 'path') refuseNul(value as Record<string, string>);
  const result = schema.safeParse(value);
  if (!result.success) throw schemaFault(result.error, part);
  return result.data;
}

function refuseNul(params: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(params)) {
    if (value.includes('\0')) throw fieldFault(name, 'Must not hold a NUL character.');
  }
}

function send(reply: FastifyReply, endpoint: Endpoint, answer: unknown, keepSeconds: number | undefined): void {
  if (keepSeconds !== undefined) reply.header('cache-control', `public, max-age=${keepSeconds}`);
  if (answer instanceof FileAnswer) {
    reply.header('content-disposition', `attachment; filename="${answer.name}"`).type(`${answer.type}; charset=utf-8`);
    reply.send(answer.text);
    return;
  }
  reply.type('application/json; charset=utf-8');
  reply.send(answer instanceof EncodedJson ? answer.bytes : JSON.stringify(endpoint.answer.parse(answer)));
}
