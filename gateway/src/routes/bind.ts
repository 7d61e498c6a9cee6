import { ProductError } from '@switchback/platform/errors';
import type { Metrics } from '@switchback/platform/telemetry/metrics';
import type { FastifyInstance } from 'fastify';
import type { RouteLabel } from '../http/exchange.js';
import type { Route } from './route.js';

/** `{id}` of the contract is `:id` of the router. */
export function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Opens every route of the table; a known address refuses the methods it does not take and names those it does. */
export function bindRoutes(
  fastify: FastifyInstance,
  routes: readonly Route[],
  methods: readonly string[],
  metrics: Metrics,
): void {
  const taken = new Map<string, string[]>();
  for (const { endpoint, handle } of routes) {
    const { method, path, tag } = endpoint;
    const label = { template: path, meter: metrics.requests(method, path, tag) };
    const url = routerPath(path);
    fastify.route({
      method,
      url,
      config: { label },
      handler: (request, reply) => {
        handle(request, reply).catch((error: unknown) => reply.send(error));
        return reply;
      },
    });
    taken.set(path, [...(taken.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
  }
  const meter = metrics.requests('(other)', '(other method)', 'Other');
  for (const [path, own] of taken) {
    refuseOtherMethods(fastify, path, own, methods, { template: path, meter });
  }
}

function refuseOtherMethods(
  fastify: FastifyInstance,
  path: string,
  own: readonly string[],
  methods: readonly string[],
  label: RouteLabel,
): void {
  const allow = [...own, 'OPTIONS'].join(', ');
  fastify.route({
    method: methods.filter((method) => !own.includes(method)),
    url: routerPath(path),
    config: { label },
    onRequest: (request, reply, done) => {
      reply.header('allow', allow);
      if (request.method !== 'OPTIONS') return done(new ProductError('methodNotAllowed'));
      reply.code(204).send();
    },
    handler: (_request, reply) => reply.send(),
  });
}
