// Aim: S4: limits count per IP address for anonymous calls and per account for members, whatever the input, and
// refusals say when they end.
import { afterEach, describe, expect, it } from '@jest/globals';
import { COLLECTION_SECRET } from '@switchback/testing/fake-collections';
import type { InjectOptions } from 'fastify';
import { faultsOfShape, openGateway, type OpenGateway } from '../testing/open-gateway.js';

const LIMITS = {
  TRUST_PROXY: '1',
  USERNAME_CHECKS_PER_ADDRESS: '3',
  UPLOADS_PER_ADDRESS: '2',
  MESSAGES_PER_ADDRESS: '2',
  MESSAGES_PER_HOUR: '3',
  DIRECTIONS_PER_PERSON: '3',
};
let opened: OpenGateway;
afterEach(() => opened.close());

let typed = 0;

const check = (): InjectOptions => ({
  method: 'POST',
  url: '/api/users/validate-username',
  payload: { username: `name${typed++}` },
});
const message = (): InjectOptions => ({
  method: 'POST',
  url: '/api/contact/',
  payload: { name: `n${typed++}`, email: `p${typed}@example.com`, reason: 'other', message: `m${typed}` },
});
const upload = (url: string, name: string, type: string, token?: string) => (): InjectOptions => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  payload: [
    '--b',
    `content-disposition: form-data; name="${name}"; filename="a.bin"`,
    `content-type: ${type}`,
    '',
    `content ${typed++}`,
    ...(token === undefined ? [] : ['--b', 'content-disposition: form-data; name="token"', '', token]),
    '--b--',
    '',
  ].join('\r\n'),
});
const picture = upload('/api/users/user/ada/profile', 'avatar', 'image/jpeg');
const file = upload('/api/directions/from-file', 'file', 'application/gpx+xml');
const way = (): InjectOptions => ({
  method: 'POST',
  url: '/api/directions',
  payload: {
    waypoints: [35, 36].map((lat) => ({ label: '', value: { location: { lat, lng: -82 + typed++ / 1e3 } } })),
  },
});

/** Returns the statuses of `count` calls, each with new input. */
async function statuses(request: () => InjectOptions, count: number, address: string): Promise<number[]> {
  const answers: number[] = [];
  for (let index = 0; index < count; index++) {
    const options = request();
    const headers = { ...options.headers, 'x-forwarded-for': address };
    const answer = await opened.ask({ ...options, headers });
    if (answer.status === 429) expect(faultsOfShape(answer)).toEqual([]);
    answers.push(answer.status);
  }
  return answers;
}

describe('an IP address', () => {
  it('has a limit of username checks', async () => {
    opened = await openGateway({ environment: LIMITS });
    expect(await statuses(check, 4, '192.0.2.1')).toEqual([200, 200, 200, 429]);
    expect(await statuses(check, 1, '192.0.2.2')).toEqual([200]);
    // The low half of an IPv6 address is the subscriber's own choice.
    expect(await statuses(check, 3, '2001:db8:1:2::1')).toEqual([200, 200, 200]);
    expect(await statuses(check, 1, '2001:db8:1:2::2')).toEqual([429]);
  });

  it('has a limit of messages to the staff, as have all together', async () => {
    opened = await openGateway({ environment: LIMITS });
    expect(await statuses(message, 3, '192.0.2.1')).toEqual([200, 200, 429]);
    expect(await statuses(message, 2, '192.0.2.2')).toEqual([200, 429]);
  });

  it('has a limit of pictures, over all people', async () => {
    opened = await openGateway({ environment: LIMITS });
    expect(await statuses(picture, 3, '192.0.2.1')).toEqual([401, 401, 429]);
    expect(await statuses(picture, 1, '192.0.2.2')).toEqual([401]);
    expect(await (await opened.storage()).list({ prefix: 'uploads/', max: 10 })).toEqual([]);
  });
});

describe('ways between the drives of a trip', () => {
  it('have a limit per IP address of visitors and per person, also as part of a download', async () => {
    opened = await openGateway({ environment: LIMITS });
    opened.auth.add('ann');
    const headers = { authorization: `Bearer ${opened.auth.openSession('ann')}` };
    const ways = (): InjectOptions => ({ url: '/api/collections/collection/c1/ways' });
    const asAnn = (): InjectOptions => ({ ...ways(), headers });
    const payload = { secret: COLLECTION_SECRET };
    const bySecret = (): InjectOptions => ({ method: 'POST', url: '/api/collections/secret/ways', payload });
    const download = (): InjectOptions => ({ url: '/api/collections/collection/c1/gpx' });
    expect(await statuses(ways, 1, '192.0.2.1')).toEqual([200]);
    expect(await statuses(bySecret, 1, '192.0.2.1')).toEqual([200]);
    expect(await statuses(download, 2, '192.0.2.1')).toEqual([200, 429]);
    expect(await statuses(ways, 1, '192.0.2.2')).toEqual([200]);
    expect(await statuses(asAnn, 2, '192.0.2.1')).toEqual([200, 200]);
    expect(await statuses(asAnn, 2, '192.0.2.3')).toEqual([200, 429]);
  });
});

describe('plans from a place', () => {
  it('have a limit per IP address of visitors and per person, whatever the place', async () => {
    opened = await openGateway({ environment: LIMITS });
    opened.auth.add('ann');
    const headers = { authorization: `Bearer ${opened.auth.openSession('ann')}` };
    const plans = (): InjectOptions => ({
      method: 'POST',
      url: '/api/drives/from-here',
      payload: { location: { lat: typed++ % 90, lng: 0 }, minutes: 90 },
    });
    const asAnn = (): InjectOptions => ({ ...plans(), headers });
    expect(await statuses(plans, 4, '192.0.2.1')).toEqual([200, 200, 200, 429]);
    expect(await statuses(asAnn, 2, '192.0.2.1')).toEqual([200, 200]);
    expect(await statuses(asAnn, 2, '192.0.2.2')).toEqual([200, 429]);
  });
});

describe('a person', () => {
  it('has a limit of files over all IP addresses, with a retry time, and repeats photos for free', async () => {
    opened = await openGateway({ environment: { ...LIMITS, UPLOADS_PER_ADDRESS: '100', UPLOADS_PER_PERSON: '2' } });
    for (const id of ['ann', 'bob']) opened.auth.add(id);
    const [ann, bob] = ['ann', 'bob'].map((id) => `Bearer ${opened.auth.openSession(id)}`);
    const preview = upload('/api/blob/convert', 'photos[]', 'image/jpeg');
    const own = (id: string) => upload(`/api/users/user/${id}/profile`, 'avatar', 'image/jpeg');
    const by = (authorization: string | undefined, request: () => InjectOptions) => () => {
      const options = request();
      return { ...options, headers: { ...options.headers, authorization } };
    };
    const areLimited = async (sent: Promise<number[]>) => (await sent).map((status) => status === 429);
    expect(await areLimited(statuses(by(ann, own('ann')), 3, '192.0.2.1'))).toEqual([false, false, true]);
    expect(await areLimited(statuses(by(ann, own('ann')), 1, '192.0.2.2'))).toEqual([true]);
    expect(await areLimited(statuses(by(ann, preview), 3, '192.0.2.1'))).toEqual([false, false, true]);
    expect(await areLimited(statuses(by(bob, own('bob')), 1, '192.0.2.1'))).toEqual([false]);
    expect((await opened.ask(by(ann, own('ann'))())).text).toContain('Please try again in 60 minutes.');
    // Applies even if the form names its sender only after the file.
    const late = upload('/api/users/user/ann/profile', 'avatar', 'image/jpeg', ann!.slice('Bearer '.length));
    expect(await areLimited(statuses(late, 1, '192.0.2.3'))).toEqual([true]);
    expect(await (await opened.storage()).list({ prefix: 'uploads/', max: 10 })).toEqual([]);
  });

  it('has a limit of routes, between waypoints or from a file, over all IP addresses', async () => {
    opened = await openGateway({ environment: { ...LIMITS, UPLOADS_PER_ADDRESS: '100' } });
    for (const id of ['ann', 'bob']) opened.auth.add(id, { accountType: 'hero' });
    const by = (token: string, request: () => InjectOptions) => () => {
      const options = request();
      return { ...options, headers: { ...options.headers, authorization: `Bearer ${token}` } };
    };
    const [ann, bob] = [opened.auth.openSession('ann'), opened.auth.openSession('bob')];
    expect(await statuses(by(ann, way), 2, '192.0.2.1')).toEqual([200, 200]);
    expect(await statuses(by(ann, file), 2, '192.0.2.2')).toEqual([200, 429]);
    expect(await statuses(by(ann, way), 1, '192.0.2.3')).toEqual([429]);
    const { headers } = await opened.ask(by(ann, way)());
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    // The refused file is not stored.
    expect(await (await opened.storage()).list({ prefix: 'uploads/', max: 10 })).toHaveLength(1);
    expect(await statuses(by(bob, way), 1, '192.0.2.1')).toEqual([200]);
  });
});
