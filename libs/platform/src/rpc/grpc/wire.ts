import type { MethodDefinition, ServiceDefinition } from '../call.js';

/** Room for the longest filters a search may have, many times over. */
export const REQUEST_BYTES_MAX = 1024 * 1024;
export const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

/** What a side may send before the other has to say that it took it: answers then travel without waiting. */
export const WINDOW_BYTES = 4 * 1024 * 1024;

/** Metadata beside each call: who asks, signed, the request this is a part of, and the W3C traceparent. */
export const IDENTITY = 'switchback-identity';
export const REQUEST = 'switchback-request';
export const TRACE = 'traceparent';

/** What gRPC calls a method; the identity of a call is good for this alone. */
export function pathOf({ fullName }: ServiceDefinition, { name }: MethodDefinition): string {
  return `/${fullName}/${name}`;
}

/** The same bytes as gRPC takes them, not copied. */
export function bytesOf(message: Uint8Array): Buffer {
  return Buffer.from(message.buffer, message.byteOffset, message.byteLength);
}
