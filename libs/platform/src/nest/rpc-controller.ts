import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { Call, MethodDefinition, ServiceDefinition } from '../rpc/call.js';

/** What a method's messages are, by the codecs of its definition. */
type MessageOf<Codec> = Codec extends { decode(input: Uint8Array): infer Message } ? Message : never;

type RpcMethod<Method extends MethodDefinition> = (
  request: MessageOf<Method['requestType']>,
  call: Call,
) => Promise<MessageOf<Method['responseType']>>;

/** What answers the calls of a service, by its definition as ts-proto makes it: every method, with the call beside each request. */
export type RpcOf<Definition extends ServiceDefinition> = {
  [Key in keyof Definition['methods']]: RpcMethod<Definition['methods'][Key]>;
};

/** By what a transport finds the handler of a method. */
export function patternOf({ fullName }: ServiceDefinition, key: string): string {
  return `${fullName}/${key}`;
}

/**
 * A Nest controller that answers every call of a service. One that lacks a method of the proto file, or answers something
 * else, does not compile.
 */
export function RpcController<Definition extends ServiceDefinition>(definition: Definition) {
  return (target: new (...parts: never[]) => RpcOf<Definition>): void => {
    Controller()(target);
    const prototype = target.prototype as object;
    for (const key of Object.keys(definition.methods)) {
      const method = Object.getOwnPropertyDescriptor(prototype, key);
      if (!method) throw new Error(`${target.name} does not answer ${patternOf(definition, key)}.`);
      MessagePattern(patternOf(definition, key))(prototype, key, method);
      takeBoth(prototype, key);
    }
  };
}

/** Handlers of ours take what was sent, and beside it the call, or the context of events and jobs. */
export function takeBoth(prototype: object, key: string): void {
  Payload()(prototype, key, 0);
  Ctx()(prototype, key, 1);
}
