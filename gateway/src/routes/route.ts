import type { Readable } from 'node:stream';
import type { Endpoint } from '@switchback/contracts/endpoints/endpoint';
import { ProductError } from '@switchback/platform/errors';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import type { OpenFile } from '@switchback/platform/storage/storage';
import type { Origin } from '@switchback/proto/auth/v1/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { subscriber } from '../http/addresses.js';
import { type BodyPace, PACES } from '../http/body-pace.js';
import { type Cookies, cookiesOf } from '../http/cookies.js';
import { callOf, untilGone } from '../http/exchange.js';
import type { CallLimits } from '../http/call-limits.js';
import { fieldFault, schemaFault } from '../http/faults.js';
import { decodeQuery, type RawQuery } from '../http/query-string.js';
import type { Sessions } from '../session/sessions.js';
import { tokenOf } from '../session/token.js';
import { type Form, readForm } from '../uploads/form.js';
import type { Sender, Upload, Uploads } from '../uploads/uploads.js';

const AGENT_LENGTH_MAX = 200;

/** What a handler gets: the parts of the request as the contract's schemas parsed them, and who asks. */
export interface Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  call: Call;
  /** Of the session the call was made in; null for a visitor. */
  token: string | null;
  origin: Origin;
  cookies: Cookies;
  /** The file that came with the request; whoever does not throw has taken it over. */
  upload: Upload | null;
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

/** The same of bytes that come as they are read. */
export class StreamAnswer {
  readonly name: string;
  readonly type: string;
  readonly body: Readable;
  /** Bytes. */
  readonly size: number;
  constructor(name: string, type: string, { body, size }: Pick<OpenFile, 'body' | 'size'>) {
    this.name = name;
    this.type = type;
    this.body = body;
    this.size = size;
  }
}

/** What every call is answered with the help of. */
export interface Surroundings {
  sessions: Sessions;
  uploads: Uploads;
  callLimits: CallLimits;
  pace: Pick<BodyPace, 'change'>;
}

interface RouteOptions {
  /** How long a browser may keep the answer; not at all when left out. */
  keepSeconds?: number;
  /** A costly read that may end halfway when the client has gone. */
  endsWithClient?: boolean;
  /** The member of the body that holds the fields of the form: faults name those without it. */
  form?: string;
}

/** A call of the contract, bound to what answers it. */
export interface Route extends RouteOptions {
  endpoint: Endpoint;
  handle: (request: FastifyRequest, reply: FastifyReply, surroundings: Surroundings) => Promise<void>;
}

/**
 * Binds a call of the contract to a handler. What the schemas do not name is stripped, on the way in and on the way out;
 * a handler whose answer drifts from the contract does not compile, and none is reached by who may not make the call.
 */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, A>,
  handler: (input: Input<P, Q, B>) => Promise<z.input<A> | EncodedJson | FileAnswer | StreamAnswer>,
  options: RouteOptions = {},
): Route {
  return {
    endpoint,
    ...options,
    async handle(request, reply, surroundings) {
      const { sessions, uploads } = surroundings;
      const admit = (body: unknown) => admitted(endpoint, request, body, sessions);
      const { body, upload } = await bodyOf(endpoint, request, surroundings, admit);
      try {
        const { token, call: admittedCall } = await admit(body);
        const call = options.endsWithClient ? { ...admittedCall, signal: untilGone(reply) } : admittedCall;
        const answer = await handler({
          params: parse(endpoint.params, request.params, 'path'),
          query: endpoint.query && parse(endpoint.query, decodeQuery((request.query as RawQuery).text), 'query'),
          body: endpoint.body && parse(endpoint.body, body, 'body', options.form),
          ...{ call, token, upload, origin: originOf(request), cookies: cookiesOf(request, reply) },
        } as Input<P, Q, B>);
        send(reply, endpoint, answer, options.keepSeconds);
      } catch (error) {
        if (upload) await uploads.discard(upload);
        throw error;
      }
    },
  };
}

/** The person whose session a call is made in, where the contract asks for one. */
export function callerOf({ caller }: Call): Caller {
  if (!caller) throw new ProductError('invalidSession');
  return caller;
}

type Admitted = Pick<Input<z.ZodType, z.ZodType, z.ZodType>, 'token' | 'call'>;

/** Who asks, if they may. */
async function admitted(
  { access }: Endpoint,
  request: FastifyRequest,
  body: unknown,
  sessions: Sessions,
): Promise<Admitted> {
  const token = tokenOf(request.headers.authorization, body);
  const caller = token === null ? null : await sessions.callerOf(token, callOf(request, null));
  if (caller) request.exchange.userId = caller.userId;
  if (access !== undefined && access !== 'anyone' && !caller) throw new ProductError('invalidSession');
  if (access === 'owner' && caller?.userId !== (request.params as { id: string }).id)
    throw new ProductError('notAllowed');
  return { token, call: callOf(request, caller) };
}

async function bodyOf(
  { file }: Endpoint,
  request: FastifyRequest,
  { uploads, callLimits, pace }: Surroundings,
  admit: (body: unknown) => Promise<Admitted>,
): Promise<{ body: unknown; upload: Form['upload'] }> {
  if (!file || !request.isMultipart()) return { body: request.body, upload: null };
  const mayUpload = async (body: Form['body']): Promise<Sender> => {
    const sender = await senderOf(request, body, admit);
    if (!sender.isVisitor) pace.change(request.raw, PACES.upload);
    await callLimits.upload(originOf(request).address);
    return sender;
  };
  return readForm(request, file, uploads, mayUpload);
}

/** The spec's order puts the file before the token: then it shows only afterwards who sends it. */
async function senderOf(
  request: FastifyRequest,
  body: unknown,
  admit: (body: unknown) => Promise<Admitted>,
): Promise<Sender> {
  if (tokenOf(request.headers.authorization, body) === null) return { isVisitor: true, id: originOf(request).address };
  return { isVisitor: false, id: callerOf((await admit(body)).call).userId };
}

function originOf(request: FastifyRequest): Origin {
  const agent = request.headers['user-agent'] ?? '';
  return { address: subscriber(request.ip), agent: agent.slice(0, AGENT_LENGTH_MAX) };
}

function parse(schema: z.ZodType | undefined, value: unknown, part: string, form?: string): unknown {
  if (!schema) return undefined;
  if (part === 'path') refuseNul(value as Record<string, string>);
  const result = schema.safeParse(value);
  if (!result.success) throw schemaFault(result.error, part, form);
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
  if (answer instanceof StreamAnswer) {
    reply.header('content-disposition', `attachment; filename="${answer.name}"`).type(answer.type);
    reply.header('content-length', answer.size).send(answer.body);
    return;
  }
  reply.code(endpoint.status ?? 200).type('application/json; charset=utf-8');
  reply.send(answer instanceof EncodedJson ? answer.bytes : JSON.stringify(endpoint.answer.parse(answer)));
}
