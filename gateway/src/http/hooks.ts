import type { IncomingMessage } from 'node:http';
import { ProductError } from '@switchback/platform/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayParts } from '../gateway-parts.js';
import { plainAddresses } from './addresses.js';
import { type BodyPace, PACES } from './body-pace.js';
import { DATA_HEADERS } from './errors.js';
import { beginExchange, recordExchange, type RouteLabel } from './exchange.js';
import type { RateLimit } from './rate-limit.js';
import { URL_LENGTH_MAX } from './server.js';

/** The page that describes the API is a page like the others, with their policy. */
const isDocs = (url: string) => url.startsWith('/api/docs');

/** Reads that ask a service for something. Health is asked for by machines, often and from one address: it does not count. */
const isCounted = (url: string) => /^\/(api|og)\//.test(url) && !url.startsWith('/api/health/');

/** A proxy before us may read such a request as another one: without a host or with two, or packed beside being cut into chunks. */
function isAmbiguous({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1') || (coding !== undefined && coding !== 'chunked');
}

/** That of the route where one is bound to it alone: a letter of it may have been written as a percent sign and digits. */
function addressOf({ routeOptions, url }: FastifyRequest): string {
  const { url: bound = '/*' } = routeOptions;
  return bound.endsWith('*') ? url : bound;
}

function isUpload({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.takesFile === true && /^multipart\//i.test(headers['content-type'] ?? '');
}

/** Around every request: its id and trace, limits, the log line, the figures. Guards run once the body is read: what is refused before is refused here. */
export function installHooks(
  fastify: FastifyInstance,
  { logger, health }: Pick<GatewayParts, 'logger' | 'health'>,
  limit: RateLimit,
  pace: BodyPace,
  unknown: RouteLabel,
): void {
  for (const name of ['exchange', 'session', 'uploads']) fastify.decorateRequest(name);
  fastify.addHook('onRequest', (request, reply, done) => {
    const { 'x-forwarded-for': forwarded } = request.headers;
    // Before anybody asks for the caller's address, or which of them are proxies.
    if (typeof forwarded === 'string') request.headers['x-forwarded-for'] = plainAddresses(forwarded);
    request.exchange = beginExchange(request, unknown);
    reply.header('x-request-id', request.id);
    pace.watch(request.raw, reply.raw, isUpload(request) ? PACES.visitorUpload : PACES.call);
    // Whoever keeps this connection would ask again after we are gone.
    if (health.isDraining) reply.header('connection', 'close');
    if (isAmbiguous(request.raw)) return done(new ProductError('malformedRequest'));
    if (request.url.length > URL_LENGTH_MAX) return done(new ProductError('uriTooLong'));
    const url = addressOf(request);
    if (url.startsWith('/api')) {
      if (!isDocs(url)) reply.headers(DATA_HEADERS);
      // The type of nothing does not matter: an empty body counts as {}.
      if (request.headers['content-length'] === '0') delete request.headers['content-type'];
    }
    if (!isCounted(url)) return done();
    limit.take(request.ip).then((retryAfterSeconds) => {
      if (retryAfterSeconds === 0) return done();
      reply.header('retry-after', retryAfterSeconds);
      done(new ProductError('tooManyRequests'));
    }, done);
  });
  fastify.addHook('onClose', (_instance, done) => {
    pace.close();
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    pace.answered(request.raw);
    recordExchange(logger, request, reply.statusCode, reply.elapsedTime);
    done();
  });
}
