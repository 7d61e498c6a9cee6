import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
  StreamableFile,
  UseGuards,
} from '@nestjs/common';
import type { Endpoint } from '@switchback/contracts/endpoints/endpoint';
import type { z } from 'zod';
import { describedBy, routerPath } from '../http/endpoint-of.js';
import { SessionGuard } from '../session/session.guard.js';
import { UploadGuard } from '../uploads/upload.guard.js';
import { InputPipe, type Input, type InputOptions } from './input.pipe.js';

/** The only argument of a contract call's handler. */
export type InputOf<E> = E extends Endpoint<infer P, infer Q, infer B> ? Input<P, Q, B> : never;

/** Return type of a handler; bytes are JSON encoded upstream (ADR 3), in the shape of the contract. */
type AnswerOf<A extends z.ZodType> = z.input<A> | Buffer | StreamableFile;

/** Signature of a handler for a contract call. */
export type Handler<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = (
  asked: Input<P, Q, B>,
) => AnswerOf<A> | Promise<AnswerOf<A>>;

const Exchanged = createParamDecorator((_data: unknown, context: ExecutionContext) => context.getArgs<unknown[]>());

/**
 * Makes a controller's method the handler of a contract call, which defines method, path, schemas, status and access. A
 * method whose argument or answer drifts from the contract does not compile.
 */
export function Answers<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, A>,
  options: InputOptions = {},
) {
  const { method, path, status = 200, file } = endpoint;
  const decorate = applyDecorators(
    RequestMapping({ method: RequestMethod[method], path: routerPath(path) }),
    HttpCode(status),
    describedBy(endpoint),
    UseGuards(file ? UploadGuard : SessionGuard),
  );
  return <Method extends Handler<P, Q, B, A>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    decorate(target, name, descriptor);
    Exchanged(new InputPipe(endpoint, options))(target, name, 0);
  };
}
