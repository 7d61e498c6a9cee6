// Aim: a caller keeps one identity however a proxy spells the IP address.
import { describe, expect, it } from '@jest/globals';
import { openGateway } from '../testing/open-gateway.js';
import { subscriber } from './addresses.js';

describe('an address', () => {
  it.each([
    ['192.0.2.7', ['192.0.2.7:443', '::ffff:192.0.2.7', '::FFFF:c000:207', '[::ffff:192.0.2.7]:8080', ' 192.0.2.7 ']],
    ['2001:db8:0:0', ['2001:DB8::1', '2001:db8:0:0::1', '[2001:db8::1]:443', '[2001:db8::9]', '2001:0db8::2%eth0']],
    ['0:0:0:0', ['::1', '[::1]:443', '0:0:0:0:0:0:0:1']],
    ['unknown', ['unknown', '', 'a:b', '_hidden', '999.1.1.1', '[::1', '1.2.3.4.5']],
  ])('%s is the same in every spelling', (address, spellings) => {
    for (const spelling of spellings) expect([spelling, subscriber(spelling)]).toEqual([spelling, address]);
  });
});

describe('the address behind a proxy', () => {
  it.each([
    ['1', ['192.0.2.7:1001', '192.0.2.7:1002', '::ffff:192.0.2.7', '192.0.2.7']],
    ['127.0.0.1, 10.0.0.0/8', ['192.0.2.7, 10.0.0.1:443', '192.0.2.7:99, ::FFFF:10.0.0.2', '192.0.2.7, 10.0.0.3']],
  ])('with TRUST_PROXY=%s gets no more calls with other spellings', async (trusted, spellings) => {
    const { ask, close } = await openGateway({ environment: { TRUST_PROXY: trusted, READ_LIMIT_PER_MINUTE: '1' } });
    const statuses = [];
    for (const forwarded of spellings)
      statuses.push((await ask({ url: '/api/settings', headers: { 'x-forwarded-for': forwarded } })).status);
    expect(statuses).toEqual([200, ...spellings.slice(1).map(() => 429)]);
    await close();
  });
});
