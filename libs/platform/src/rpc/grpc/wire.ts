import type { MethodDefinition, ServiceDefinition } from '../call.js';

/** Many times larger than the longest filters of a search. */
export const REQUEST_BYTES_MAX = 1024 * 1024;
export const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Bytes that a side may send before the other acknowledges them; large enough for responses to travel without waiting.
 */
export const WINDOW_BYTES = 4 * 1024 * 1024;

/**
 * Metadata of each call: the signed identity of the caller, the id of the original request, and the W3C traceparent.
 */
export const IDENTITY = 'switchback-identity';
export const REQUEST = 'switchback-request';
export const TRACE = 'traceparent';

/** Returns the gRPC path of a method; an identity is only valid for a single path. */
export function pathOf({ fullName }: ServiceDefinition, { name }: MethodDefinition): string {
  return `/${fullName}/${name}`;
}

/** Returns a gRPC-compatible view of the same bytes, without copying. */
export function bytesOf(message: Uint8Array): Buffer {
  return Buffer.from(message.buffer, message.byteOffset, message.byteLength);
}
