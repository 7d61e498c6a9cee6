import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '../telemetry/metrics.js';
import type { Health } from './health.js';

interface Options {
  port: number;
  host: string;
  metrics: Metrics;
  health: Health;
}

export interface ManagementServer {
  port: number;
  close(): Promise<void>;
}

/**
 * Opens the port for operators: `/metrics`, `/api/health/live` and `/api/health/ready`.
 *
 * @throws Error with the system's code (EADDRINUSE, …) if the port cannot be opened.
 */
export async function startManagement({ port, host, metrics, health }: Options): Promise<ManagementServer> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    answer(request, response, metrics, health).catch(() => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end('The metrics could not be read.\n');
    });
  });
  await listen(server, port, host);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, metrics: Metrics, health: Health) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  switch (request.url?.split('?')[0]) {
    case '/metrics': {
      const page = await metrics.page();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(page);
      return;
    }
    case '/api/health/live':
      sendJson(response, 200, { status: health.live() });
      return;
    case '/api/health/ready': {
      const status = await health.ready();
      const failing = status === 'ok' ? [] : await health.failing();
      sendJson(response, status === 'ok' ? 200 : 503, { status, failing });
      return;
    }
    default:
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is nothing at this address.\n');
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
