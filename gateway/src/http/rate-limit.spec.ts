import { describe, expect, it } from '@jest/globals';
import { MemoryLimits } from '@switchback/platform/limits/memory/memory-limits';
import { openGateway, faultsOfShape } from '../testing/open-gateway.js';
import { RateLimit } from './rate-limit.js';

function limitOf(perMinute: number) {
  let nowMs = 0;
  const limit = new RateLimit({ READ_LIMIT_PER_MINUTE: perMinute }, new MemoryLimits({ monotonicMs: () => nowMs }));
  return { limit, pass: (ms: number) => (nowMs += ms) };
}

describe('RateLimit', () => {
  it('allows the permitted calls and reports when the next is allowed', async () => {
    // Aim: exactly the limit per minute, and an accurate Retry-After.
    const { limit, pass } = limitOf(3);
    const taken = [];
    for (let call = 0; call < 3; call += 1) taken.push(await limit.count('10.0.0.1'));
    expect(taken).toEqual([0, 0, 0]);
    pass(20_000);
    expect(await limit.count('10.0.0.1')).toBe(40);
    pass(40_000);
    expect(await limit.count('10.0.0.1')).toBe(0);
  });

  it('counts IP addresses separately, and an IPv6 subscriber as one', async () => {
    // Aim: one neighbor cannot use up another's calls, and varying the low half of an IPv6 address gains nothing.
    const { limit } = limitOf(1);
    expect(await limit.count('10.0.0.1')).toBe(0);
    expect(await limit.count('10.0.0.2')).toBe(0);
    expect(await limit.count('2001:db8:1:2::1')).toBe(0);
    expect(await limit.count('2001:db8:1:2:3:4:5:6')).toBeGreaterThan(0);
    expect(await limit.count('2001:db8:1:3::1')).toBe(0);
    expect(await limit.count('::ffff:10.0.0.1')).toBeGreaterThan(0);
  });

  it('is off at 0', async () => {
    // Aim: the setting can disable the limit.
    const { limit } = limitOf(0);
    const taken = await Promise.all(Array.from({ length: 5_000 }, () => limit.count('10.0.0.1')));
    expect(taken.some((seconds) => seconds > 0)).toBe(false);
  });
});

describe('the limit of the gateway', () => {
  it('returns 429 with Retry-After, and excludes pages and health', async () => {
    // Aim: a client learns when to retry; probes and the page itself are never limited.
    const { ask, close } = await openGateway({ environment: { READ_LIMIT_PER_MINUTE: '2' } });
    const statuses = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await ask('/api/settings')).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect(faultsOfShape(await ask('/api/settings'))).toEqual([]);
    expect((await ask('/api/health/live')).status).toBe(200);
    expect((await ask('/explore')).status).toBe(200);
    await close();
  });

  it('counts pictures of drives like calls, in any spelling of an address', async () => {
    // Aim: downloading the pictures of all drives is limited like downloading the drives, even with percent-encoding.
    const { ask, close } = await openGateway({ environment: { READ_LIMIT_PER_MINUTE: '3' } });
    const paths = ['/og/drives/d1/0123456789abcdef.png', '/%6fg/drives/d1/0123456789abcdef.png', '/%61pi/settings'];
    const statuses = [];
    for (const path of paths) statuses.push((await ask(path)).status);
    expect(statuses).toEqual([302, 302, 200]);
    for (const path of paths) {
      const refusal = await ask(path);
      expect([refusal.status, refusal.headers['cache-control'], faultsOfShape(refusal)]).toEqual([429, 'no-store', []]);
    }
    expect((await ask('/drive-details/d1')).status).toBe(200);
    await close();
  });

  it('trusts the forwarded address only of a configured proxy', async () => {
    // Aim: a client cannot forge its address; behind a proxy each client has its own.
    const ask2 = async (environment: Record<string, string>) => {
      const { ask, close } = await openGateway({ environment: { READ_LIMIT_PER_MINUTE: '1', ...environment } });
      const answers = [];
      for (const address of ['1.1.1.1', '2.2.2.2']) {
        answers.push((await ask({ url: '/api/settings', headers: { 'x-forwarded-for': address } })).status);
      }
      await close();
      return answers;
    };
    expect(await ask2({})).toEqual([200, 429]);
    expect(await ask2({ TRUST_PROXY: '1' })).toEqual([200, 200]);
    expect(await ask2({ TRUST_PROXY: '127.0.0.1' })).toEqual([200, 200]);
  });
});
