import type { Server } from 'node:http';
import multipart from '@fastify/multipart';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { Metrics } from '@switchback/platform/telemetry/metrics';
import type { FastifyHttpOptions, RouteOptions } from 'fastify';
import type { z } from 'zod';
import { endpointOf, routerPath } from './http/endpoint-of.js';
import { limitsOf } from './uploads/form.js';

/** A path in Nest's form, and its handler. */
type Route = readonly unknown[];

/** Fastify adapter for Nest that registers routes exactly as in the contract: Nest itself drops a trailing slash. */
export class EdgeAdapter extends FastifyAdapter {
  constructor(
    options: FastifyHttpOptions<Server>,
    private readonly metrics: Pick<Metrics, 'requests'>,
  ) {
    // No Express middleware runs here.
    super({ ...options, skipMiddie: true } as never);
  }

  override get(...route: Route) {
    return this.#open(route);
  }

  override post(...route: Route) {
    return this.#open(route);
  }

  override put(...route: Route) {
    return this.#open(route);
  }

  override delete(...route: Route) {
    return this.#open(route);
  }

  /** No-op: the edge sets the error handler before any route is opened, and Fastify binds it at that moment. */
  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.instance;
  }

  #open([, given]: Route) {
    const handler = given as RouteOptions['handler'];
    const { method, path, tag, file, files, status = 200, answer, bodyBytes } = endpointOf(handler);
    const label = { template: path, meter: this.metrics.requests(method, path, tag) };
    const route: RouteOptions = {
      method,
      url: routerPath(path),
      config: { label, acceptsFile: file !== undefined },
      handler,
      ...(bodyBytes !== undefined && { bodyLimit: bodyBytes }),
      // Strips fields that the contract does not declare.
      ...(!files && { schema: { response: { [status]: answer } } }),
      serializerCompiler:
        ({ schema }) =>
        (value) =>
          JSON.stringify((schema as z.ZodType).parse(value)),
    };
    if (!file) return this.instance.route(route);
    // Only routes with files parse forms; all other routes refuse them.
    void this.instance.register(async (scope) => {
      const limits = limitsOf(file);
      await scope.register(multipart, { limits, throwFileSizeLimit: false });
      scope.route(route);
    });
    return this.instance;
  }
}
