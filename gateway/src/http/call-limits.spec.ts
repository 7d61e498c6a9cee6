// Aim: S4: what anyone may ask is bounded by where they ask from, whatever they type, and refused with when it ends.
import { afterEach, describe, expect, it } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { faultsOfShape, openGateway, type OpenGateway } from '../testing/open-gateway.js';

const LIMITS = {
  ...{ TRUST_PROXY: '1', USERNAME_CHECKS_PER_ADDRESS: '3', UPLOADS_PER_ADDRESS: '2' },
  ...{ MESSAGES_PER_ADDRESS: '2', MESSAGES_PER_HOUR: '3' },
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
const picture = (): InjectOptions => ({
  method: 'POST',
  url: '/api/users/user/ada/profile',
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  payload: [
    '--b',
    'content-disposition: form-data; name="avatar"; filename="a.jpg"',
    'content-type: image/jpeg',
    '',
    `picture ${typed++}`,
    '--b--',
    '',
  ].join('\r\n'),
});

/** Of as many calls as given, each typed anew. */
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

describe('an address', () => {
  it('asks so often whether a username is free', async () => {
    opened = await openGateway({ environment: LIMITS });
    expect(await statuses(check, 4, '192.0.2.1')).toEqual([200, 200, 200, 429]);
    expect(await statuses(check, 1, '192.0.2.2')).toEqual([200]);
    // The low half of an address is its holder's own choice.
    expect(await statuses(check, 3, '2001:db8:1:2::1')).toEqual([200, 200, 200]);
    expect(await statuses(check, 1, '2001:db8:1:2::2')).toEqual([429]);
  });

  it('writes so often to the staff, and all together do', async () => {
    opened = await openGateway({ environment: LIMITS });
    expect(await statuses(message, 3, '192.0.2.1')).toEqual([200, 200, 429]);
    expect(await statuses(message, 2, '192.0.2.2')).toEqual([200, 429]);
  });

  it('sends so many pictures, whoever they turn out to be from', async () => {
    opened = await openGateway({ environment: LIMITS });
    expect(await statuses(picture, 3, '192.0.2.1')).toEqual([401, 401, 429]);
    expect(await statuses(picture, 1, '192.0.2.2')).toEqual([401]);
    expect(await (await opened.storage()).list({ prefix: 'uploads/', max: 10 })).toEqual([]);
  });
});
