import multipart from '@fastify/multipart';
import { ProductError } from '@switchback/platform/errors';
import type { Metrics } from '@switchback/platform/telemetry/metrics';
import type { FastifyInstance } from 'fastify';
import type { RouteLabel } from '../http/exchange.js';
import { FORM_LIMITS } from '../uploads/form.js';
import type { Route, Surroundings } from './route.js';

/** `{id}` of the contract is `:id` of the router. */
export function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Opens every route of the table; a known address refuses the methods it does not take and names those it does. */
export async function bindRoutes(
  fastify: FastifyInstance,
  routes: readonly Route[],
  methods: readonly string[],
  { metrics, ...surroundings }: Surroundings & { metrics: Metrics },
): Promise<void> {
  // Forms are read where a file may come, and refused everywhere else.
  const withFile = routes.filter(({ endpoint }) => endpoint.file);
  // One more than any may have: the storage refuses it, where a file cut short would pass for a whole one.
  const fileSize = 1 + Math.max(...withFile.map(({ endpoint }) => endpoint.file?.maxBytes ?? 0));
  await fastify.register(async (scope) => {
    await scope.register(multipart, { limits: { ...FORM_LIMITS, fileSize }, throwFileSizeLimit: false });
    for (const route of withFile) open(scope, route, metrics, surroundings);
  });
  const taken = new Map<string, string[]>();
  for (const route of routes) {
    if (!route.endpoint.file) open(fastify, route, metrics, surroundings);
    const { method, path } = route.endpoint;
    taken.set(path, [...(taken.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
  }
  const meter = metrics.requests('(other)', '(other method)', 'Other');
  for (const [path, own] of taken) {
    refuseOtherMethods(fastify, path, own, methods, { template: path, meter });
  }
}

function open(
  fastify: FastifyInstance,
  { endpoint, handle }: Route,
  metrics: Metrics,
  surroundings: Surroundings,
): void {
  const { method, path, tag, file } = endpoint;
  fastify.route({
    method,
    url: routerPath(path),
    config: { label: { template: path, meter: metrics.requests(method, path, tag) }, takesFile: file !== undefined },
    handler: (request, reply) => {
      handle(request, reply, surroundings).catch((error: unknown) => reply.send(error));
      return reply;
    },
  });
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
