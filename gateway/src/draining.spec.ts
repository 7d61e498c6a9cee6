// Aim: a gateway that is about to stop says so first, goes on answering, and sends its connections elsewhere.
import { Agent, get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

function ask(path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer));
    }).on('error', reject);
  });
}

describe('a gateway that drains', () => {
  it('is not ready, answers all the same, and keeps no connection', async () => {
    const before = await ask('/api/stats/drives');
    expect([before.statusCode, before.headers.connection]).toEqual([200, 'keep-alive']);
    health.drain();
    expect((await ask('/api/health/ready')).statusCode).toBe(503);
    expect((await ask('/api/health/live')).statusCode).toBe(200);
    for (const path of ['/api/stats/drives', '/', '/api/nothing']) {
      const answer = await ask(path);
      expect([answer.statusCode, answer.headers.connection]).toEqual([path === '/api/nothing' ? 404 : 200, 'close']);
    }
  });
});
