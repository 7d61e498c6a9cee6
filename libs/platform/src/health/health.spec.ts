import { connect as connectTcp } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMetrics } from '../telemetry/metrics.js';
import { createHealth } from './health.js';
import { type ManagementServer, startManagement } from './management.js';

describe('createHealth', () => {
  it('is alive, whatever the state of its dependencies', async () => {
    // Aim: a broken database never causes a restart of this process.
    const health = createHealth({ timeoutMs: 10, keepMs: 0 });
    let calls = 0;
    health.add('database', () => {
      calls += 1;
      return Promise.reject(new Error('away'));
    });
    expect(health.live()).toBe('ok');
    expect(calls).toBe(0);
    expect(await health.ready()).toBe('unavailable');
    expect(await health.failing()).toEqual(['database']);
  });

  it('changes when a dependency fails and when it recovers', async () => {
    // Aim: readiness follows the dependencies.
    const health = createHealth({ timeoutMs: 1_000, keepMs: 0 });
    let answers = true;
    health.add('database', () => (answers ? Promise.resolve() : Promise.reject(new Error('away'))));
    expect(await health.ready()).toBe('ok');
    answers = false;
    expect(await health.ready()).toBe('unavailable');
    answers = true;
    expect(await health.ready()).toBe('ok');
  });

  it('neither waits for a hanging dependency nor asks it at every call', async () => {
    // Aim: the probe responds within its timeout, and concurrent probes share one check.
    const health = createHealth({ timeoutMs: 10, keepMs: 60_000 });
    let calls = 0;
    health.add('database', () => {
      calls += 1;
      return new Promise(() => undefined);
    });
    expect(await Promise.all([health.ready(), health.ready(), health.ready()])).toEqual(Array(3).fill('unavailable'));
    expect(calls).toBe(1);
  });

  it('is not ready while it drains', async () => {
    // Aim: traffic drains before the process stops.
    const health = createHealth();
    expect(await health.ready()).toBe('ok');
    health.drain();
    expect(await health.ready()).toBe('unavailable');
    expect(health.live()).toBe('ok');
  });
});

describe('the management port', () => {
  const metrics = createMetrics('all');
  const health = createHealth({ keepMs: 0 });
  let server: ManagementServer;

  beforeAll(async () => {
    server = await startManagement({ port: 0, host: '127.0.0.1', metrics, health });
  });
  afterAll(async () => {
    await server.close();
    metrics.close();
  });

  it('serves metrics and health, and nothing else', async () => {
    // Aim: the endpoints for Prometheus and Kubernetes exist.
    const get = async (path: string, method = 'GET') => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
      return [answer.status, await answer.text()] as const;
    };
    expect(await get('/metrics')).toEqual([200, expect.stringContaining('# TYPE http_requests_total counter')]);
    expect(await get('/api/health/live')).toEqual([200, '{"status":"ok"}']);
    expect(await get('/api/health/ready?x=1')).toEqual([200, '{"status":"ok","failing":[]}']);
    health.add('database', () => Promise.reject(new Error('away')));
    expect(await get('/api/health/ready')).toEqual([503, '{"status":"unavailable","failing":["database"]}']);
    expect((await get('/'))[0]).toBe(404);
    expect((await get('/metrics', 'POST'))[0]).toBe(405);
  });

  it('accepts no commands, and survives malformed requests', async () => {
    // Aim: a client that reaches the port can neither trigger an action nor crash the process.
    const send = (text: string) =>
      new Promise<string>((resolve) => {
        let message = '';
        const socket = connectTcp(server.port, '127.0.0.1', () => socket.end(text));
        socket.setEncoding('utf8').on('data', (chunk: string) => (message += chunk));
        socket.on('error', () => undefined).on('close', () => resolve(message));
      });
    for (const method of ['POST', 'PUT', 'DELETE', 'TRACE', 'OPTIONS', 'PATCH'])
      expect(await send(`${method} /metrics HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1.1 405 /);
    const odd = [
      'GET',
      'CONNECT x:1 HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nhost: x\r\nupgrade: x\r\n\r\n',
      '\0'.repeat(9_000),
    ];
    for (const text of odd) await send(text);
    expect(await send(`GET /${'x'.repeat(20_000)} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /);
    expect(await send('GET /api/health/live HTTP/1.0\r\n\r\n')).toContain('{"status":"ok"}');
  });

  it('reports unreadable metrics, and continues', async () => {
    // Aim: a failing metric does not crash the process.
    const broken = { ...metrics, page: () => Promise.reject(new Error('postgres://user:secret@db')) };
    const other = await startManagement({ port: 0, host: '127.0.0.1', metrics: broken, health });
    const answer = await fetch(`http://127.0.0.1:${other.port}/metrics`, { signal: AbortSignal.timeout(2_000) });
    expect([answer.status, await answer.text()]).toEqual([500, 'The metrics could not be read.\n']);
    await other.close();
  });
});
