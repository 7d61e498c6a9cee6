import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { AddressInfo } from 'node:net';
import { Edge } from './edge.js';
import { EdgeAdapter } from './edge-adapter.js';
import { type GatewayHost, GatewayModule, type ServedFiles } from './gateway.module.js';
import { answerAllKinds, limitConnections, serverOptions } from './http/server.js';
import type { Clients } from './services/clients.js';

export interface Gateway {
  readonly app: NestFastifyApplication;
  /** Sends a request without a network; for specs. */
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  /**
   * Opens the port and returns its number.
   *
   * @throws Error with the system's code (EADDRINUSE, …) if it cannot be opened.
   */
  listen(port: number, host: string): Promise<number>;
  /** Stops accepting connections, lets in-flight requests finish, and closes. */
  close(): Promise<void>;
}

/** Builds the gateway in front of the services behind its clients, ready to listen. */
export async function createGateway(
  host: GatewayHost,
  clients: Clients,
  files: Partial<ServedFiles> = {},
): Promise<Gateway> {
  const { settings, logger, metrics } = host;
  const module = await GatewayModule.forHost(host, clients, files);
  const unreadable = { template: '(unreadable)', meter: metrics.requests('(any)', '(unreadable)', 'Other') };
  const adapter = new EdgeAdapter(serverOptions(settings, logger, unreadable), metrics);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  const fastify: FastifyInstance = adapter.getInstance();
  limitConnections(fastify, settings);
  answerAllKinds(fastify, logger, unreadable);
  await app.get(Edge).mount(fastify);
  await app.init();
  await fastify.ready();
  return {
    app,
    inject: (options: InjectOptions) => fastify.inject(options),
    async listen(port, host) {
      await fastify.listen({ port, host });
      return (fastify.server.address() as AddressInfo).port;
    },
    close: () => app.close(),
  };
}
