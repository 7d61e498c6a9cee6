import { FastifyAdapter } from '@nestjs/platform-fastify';

/**
 * Fastify under Nest, with the routes and the errors of the gateway's own: its calls come from the table of contracts,
 * not from controllers, and every refusal has the one shape, whoever raises it.
 */
export class EdgeAdapter extends FastifyAdapter {
  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.getInstance();
  }

  override setNotFoundHandler(): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    return this.getInstance();
  }
}
