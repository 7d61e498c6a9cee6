// Aim: spans reach the configured collector, and an installation without one sends nothing.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { exportSpans } from './export-spans.js';
import { createLogger } from './logger.js';
import { startRequestTrace } from './request-trace.js';
import { inSpan, isRecording } from './tracing.js';

interface Received {
  url: string | undefined;
  body: string;
}

let collector: Server;
let received: Received[];
let lines: string[];

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

beforeEach(async () => {
  received = [];
  lines = [];
  collector = createServer((request, response) => {
    void textOf(request).then((body) => {
      received.push({ url: request.url, body });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => collector.close(resolve)));

const options = (endpoint: string | undefined, share = 1) => ({
  endpoint,
  share,
  service: 'switchback',
  logger: createLogger({ service: 'all', level: 'info', sink: { write: (line) => void lines.push(line) } }),
});
const address = () => `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
const work = () => inSpan({ name: 'GET /api/stats/drives', kind: 'server' }, (trace) => Promise.resolve(trace));

describe('exportSpans', () => {
  it('sends the remaining spans on shutdown', async () => {
    const end = await exportSpans(options(address()));
    expect(await work()).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    await end();
    expect(received.map(({ url }) => url)).toEqual(['/v1/traces']);
    expect(received[0]?.body).toContain('"GET /api/stats/drives"');
    expect(received[0]?.body).toContain('"switchback"');
    expect(isRecording()).toBe(false);
  });

  it('does nothing without an endpoint', async () => {
    const end = await exportSpans(options(undefined));
    expect(isRecording()).toBe(false);
    expect(await work()).toBeUndefined();
    await end();
    expect(received).toEqual([]);
  });

  it('samples the configured share, whatever a client requests', async () => {
    const end = await exportSpans(options(address(), 0));
    await work();
    startRequestTrace(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`).end('GET', '/api/stats/drives', 200);
    await end();
    expect(received).toEqual([]);
  });
});
