import { afterAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { faultsOfShape, openGateway } from '../testing/open-gateway.js';

let nowMs = 0;
/** Advances a minute per second of sleep. */
const clock = { ...systemClock, monotonicMs: () => nowMs, sleep: async () => void (nowMs += 1_000) };
const { ask, auth, users, storage, close } = await openGateway({ clock });
auth.add('ann');
users.add('ann');
const headers = { authorization: `Bearer ${auth.openSession('ann')}` };
const url = '/api/users/user/ann/export';
afterAll(close);

describe('an export', () => {
  it('is sent as a file once it is complete', async () => {
    // Aim: one call waits for the export and gets it byte for byte, with a file name and without caching by proxies.
    const key = 'exports/ann/e1.zip';
    await (await storage()).put(key, [Buffer.from('PK\u0003\u0004')], { contentType: 'application/zip', maxBytes: 10 });
    let calls = 0;
    const { getExport } = users;
    users.getExport = async (...args) => {
      calls += 1;
      users.exported = { key: calls < 3 ? '' : key };
      return getExport(...args);
    };
    const answer = await ask({ url, headers });
    users.getExport = getExport;
    expect([answer.status, answer.text, calls]).toEqual([200, 'PK\u0003\u0004', 3]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': '4',
      'content-disposition': 'attachment; filename="my-data.zip"',
    });
    expect(answer.headers['cache-control']).toMatch(/no-store/);
  });

  it('that takes long returns a retry time', async () => {
    // Aim: the wait is bounded, and the answer says how to proceed.
    users.exported = { key: '' };
    const answer = await ask({ url, headers });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(faultsOfShape(answer)).toEqual([]);
  });
});
