import { ROUTES } from '@switchback/contracts/routes';
import { ProductError } from '@switchback/platform/errors';
import type { FastifyInstance } from 'fastify';
import { routerPath } from './endpoint-of.js';
import type { RouteLabel } from './exchange.js';

/** Answers unsupported methods of a known URL with 405 and the supported ones. */
export function refuseOtherMethods(
  fastify: FastifyInstance,
  methods: readonly string[],
  meter: RouteLabel['meter'],
): void {
  const taken = new Map<string, string[]>();
  for (const { method, path } of Object.values(ROUTES))
    taken.set(path, [...(taken.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
  for (const [path, own] of taken) {
    const allow = [...own, 'OPTIONS'].join(', ');
    fastify.route({
      method: methods.filter((method) => !own.includes(method)),
      url: routerPath(path),
      config: { label: { template: path, meter } },
      onRequest: (request, reply, done) => {
        reply.header('allow', allow);
        if (request.method !== 'OPTIONS') return done(new ProductError('methodNotAllowed'));
        reply.code(204).send();
      },
      handler: (_request, reply) => reply.send(),
    });
  }
}
