import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import type { Health } from '@switchback/platform/health/health';
import { LOGGER } from '@switchback/platform/nest/tokens';
import type { Logger } from '@switchback/platform/telemetry/logger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { plainAddresses } from './addresses.js';
import { STREETS_PATH } from './streets-path.js';
import { BodyPace, PACES } from './body-pace.js';
import { DATA_HEADERS } from './errors.js';
import { startExchange, recordExchange, type RouteLabel } from './exchange.js';
import { RateLimit } from './rate-limit.js';
import { URL_LENGTH_MAX } from './server.js';
import { HEALTH } from './tokens.js';

/** The API documentation is an ordinary page, with the policy of pages. */
const isDocs = (url: string) => url.startsWith('/api/docs');

/**
 * Reports whether a request counts toward the read limit: one that reaches a service, except health probes, of which
 * machines send many from one address.
 */
const isCounted = (url: string) => /^\/(api|og)\//.test(url) && !url.startsWith('/api/health/');

/**
 * Reports whether a proxy could read the request differently: no host or two, or a transfer coding other than chunked.
 */
function isAmbiguous({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1') || (coding !== undefined && coding !== 'chunked');
}

/** Returns the route's path if only one path is bound to it, since a client may percent-encode letters of the URL. */
function addressOf({ routeOptions, url }: FastifyRequest): string {
  const { url: bound = '/*' } = routeOptions;
  return bound.endsWith('*') ? url : bound;
}

function isUpload({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.acceptsFile === true && /^multipart\//i.test(headers['content-type'] ?? '');
}

/**
 * Installs the hooks around every request: id and trace, limits, log line, metrics. Guards run only after the body has
 * been read, so earlier refusals happen here.
 */
@Injectable()
export class RequestHooks {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(HEALTH) private readonly health: Health,
    private readonly limit: RateLimit,
    private readonly pace: BodyPace,
  ) {}

  install(fastify: FastifyInstance, unknown: RouteLabel): void {
    const { logger, health, limit, pace } = this;
    for (const name of ['exchange', 'session', 'uploads']) fastify.decorateRequest(name);
    fastify.addHook('onRequest', (request, reply, done) => {
      const { 'x-forwarded-for': forwarded } = request.headers;
      // Must run before anything reads the caller's address or checks for trusted proxies.
      if (typeof forwarded === 'string') request.headers['x-forwarded-for'] = plainAddresses(forwarded);
      request.exchange = startExchange(request, unknown);
      reply.header('x-request-id', request.id);
      pace.watch(request.raw, reply.raw, isUpload(request) ? PACES.visitorUpload : PACES.call);
      // A kept-alive connection would send its next request after shutdown.
      if (health.isDraining) reply.header('connection', 'close');
      if (isAmbiguous(request.raw)) return done(new ProductError('malformedRequest'));
      if (request.url.length > URL_LENGTH_MAX) return done(new ProductError('uriTooLong'));
      const url = addressOf(request);
      if (url.startsWith('/api')) {
        if (!isDocs(url)) reply.headers(DATA_HEADERS);
        // An empty body counts as {}, whatever its type.
        if (request.headers['content-length'] === '0') delete request.headers['content-type'];
      }
      const isStreets = url === STREETS_PATH;
      if (!isStreets && !isCounted(url)) return done();
      const counted = isStreets ? limit.countStreets(request.ip) : limit.count(request.ip);
      counted.then((retryAfterSeconds) => {
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
}
