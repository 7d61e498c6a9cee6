import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { ERRORS, type ErrorName } from '@switchback/contracts/errors';
import { ProductError, toRefusal } from '@switchback/platform/errors';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { requestIdFrom } from '@switchback/platform/telemetry/trace';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerAndDrain, isAnswered, isStillSending } from './drain.js';
import type { RouteLabel } from './exchange.js';

/** Headers of everything that is not a page: API answers and every refusal. Pages have their own policy. */
export const DATA_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** Default Retry-After for an unavailable service. */
export const RETRY_AFTER_SECONDS = 2;

/** Maps error codes of Fastify and Node to ours. */
const BY_CODE: Readonly<Record<string, ErrorName>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedType',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupportedType',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformedRequest',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'unsupportedType',
  FST_ERR_BAD_URL: 'malformedRequest',
  FST_ERR_MAX_PARAM_LENGTH: 'uriTooLong',
  FST_PARTS_LIMIT: 'bodyTooLarge',
  FST_FIELDS_LIMIT: 'bodyTooLarge',
  FST_FILES_LIMIT: 'bodyTooLarge',
  FST_REQ_FILE_TOO_LARGE: 'bodyTooLarge',
  ECONNRESET: 'malformedRequest',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

const BY_STATUS: Readonly<Record<number, ErrorName>> = {
  400: 'malformedRequest',
  403: 'unknownRoute',
  404: 'unknownRoute',
  413: 'bodyTooLarge',
  415: 'unsupportedType',
};

/** Converts anything thrown into an error that is safe to expose. */
export function toProductError(error: unknown): ProductError {
  if (error instanceof ProductError) return error;
  const { code, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const status = error instanceof HttpException ? error.getStatus() : Number(statusCode);
  const name = BY_CODE[String(code)] ?? BY_STATUS[status];
  return name ? new ProductError(name, { cause: error }) : toRefusal(error);
}

/** Prefers the retry time of a service that counts calls itself. */
function retryAfterOf({ additional: { retryAfterSeconds: seconds } }: ProductError): number {
  return typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds) : RETRY_AFTER_SECONDS;
}

/** Sends an error in the common error shape, and logs server errors. */
export function sendError(logger: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toProductError(error);
  const { type } = ERRORS[refusal.error];
  if (type >= 500) {
    const line = { requestId: request.id, traceId: request.exchange.trace.traceId, error: refusal };
    logger[refusal.error === 'internal' ? 'error' : 'warn'](line, 'Request failed');
  }
  if ((type === 503 || type === 429) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', retryAfterOf(refusal));
  reply.headers(DATA_HEADERS).code(type).type('application/json; charset=utf-8');
  const body = JSON.stringify(refusal.toApiError(request.id));
  const isSlow = refusal.error === 'requestTimeout';
  if (isSlow) reply.header('connection', 'close');
  if (isSlow || !isStillSending(request.raw) || reply.raw.headersSent) {
    reply.send(body);
    return;
  }
  reply.hijack();
  reply.raw.statusCode = type;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  answerAndDrain(request.raw, reply.raw, body);
}

/** Answers input that Node could not parse as a request: oversized headers, a broken request line, a slow body. */
export function answerUnreadable(
  logger: Logger,
  label: RouteLabel,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered(socket)) {
    socket.destroy();
    return;
  }
  const refusal = new ProductError(BY_CODE[String(error.code)] ?? 'malformedRequest');
  const { type } = ERRORS[refusal.error];
  const requestId = requestIdFrom(undefined);
  const body = JSON.stringify(refusal.toApiError(requestId));
  label.meter.record(type, 0);
  logger.info({ requestId, route: label.template, status: type, ms: 0 }, 'request');
  socket.end(
    [
      `HTTP/1.1 ${type} ${STATUS_CODES[type] ?? ''}`,
      'content-type: application/json; charset=utf-8',
      ...Object.entries(DATA_HEADERS).map(([name, value]) => `${name}: ${value}`),
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
