import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { Call, MethodDefinition, ServiceDefinition } from '../rpc/call.js';

/** Message type of a codec in a method's definition. */
type MessageOf<Codec> = Codec extends { decode(input: Uint8Array): infer Message } ? Message : never;

type RpcMethod<Method extends MethodDefinition> = (
  request: MessageOf<Method['requestType']>,
  call: Call,
) => Promise<MessageOf<Method['responseType']>>;

/**
 * Handlers of a service's calls, derived from its ts-proto definition: every method, with the call as second parameter.
 */
export type RpcOf<Definition extends ServiceDefinition> = {
  [Key in keyof Definition['methods']]: RpcMethod<Definition['methods'][Key]>;
};

/** Returns the pattern by which a transport finds the handler of a method. */
export function patternOf({ fullName }: ServiceDefinition, key: string): string {
  return `${fullName}/${key}`;
}

/**
 * Marks a Nest controller that handles every call of a service. One that lacks a method of the proto file, or returns
 * another type, does not compile.
 */
export function RpcController<Definition extends ServiceDefinition>(definition: Definition) {
  return (target: new (...parts: never[]) => RpcOf<Definition>): void => {
    Controller()(target);
    const prototype = target.prototype as object;
    for (const key of Object.keys(definition.methods)) {
      const method = Object.getOwnPropertyDescriptor(prototype, key);
      if (!method) throw new Error(`${target.name} does not handle ${patternOf(definition, key)}.`);
      MessagePattern(patternOf(definition, key))(prototype, key, method);
      bindParameters(prototype, key);
    }
  };
}

/** Passes the payload as the first parameter, and the call, or the context of events and jobs, as the second. */
export function bindParameters(prototype: object, key: string): void {
  Payload()(prototype, key, 0);
  Ctx()(prototype, key, 1);
}
