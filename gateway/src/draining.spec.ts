// Aim: before shutdown, a gateway first reports it, keeps answering, and redirects its connections elsewhere.
import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { openGateway } from './testing/open-gateway.js';

const { gateway, health, close } = await openGateway();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let port = 0;

beforeAll(async () => {
  port = await gateway.listen(0, '127.0.0.1');
});
afterAll(async () => {
  agent.destroy();
  await close();
});

const ask = (path: string) => request(`http://127.0.0.1:${port}`).get(path).agent(agent);

describe('a draining gateway', () => {
  it('is not ready, still serves requests, and closes connections', async () => {
    const before = await ask('/api/stats/drives');
    expect([before.status, before.headers.connection]).toEqual([200, 'keep-alive']);
    health.drain();
    await ask('/api/health/ready').expect(503);
    await ask('/api/health/live').expect(200);
    for (const path of ['/api/stats/drives', '/', '/api/nothing'])
      await ask(path)
        .expect(path === '/api/nothing' ? 404 : 200)
        .expect('connection', 'close');
  });
});
