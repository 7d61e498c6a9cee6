// Aim: a person can manage an account, from the first mail to the last, over HTTP alone.
import { deflateSync, crc32 } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { join, logIn, type Person, stranger } from '../support/people.js';

test.describe.configure({ timeout: 90_000 });
/** How long other processes may still accept a session that has ended, plus a second for the call. */
const SESSION_ENDS_MS = 6_000;
/** Events between services arrive well within this time. */
const EVENT = { timeout: 15_000 };

const api = new Api(process.env.BASE_URL ?? 'http://localhost:8080');
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

/** A single-color image, as PNG: https://www.w3.org/TR/png-3/ */
function png(size: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2], 8);
  const rows = Buffer.alloc(size * (1 + 3 * size), 0x66);
  for (let row = 0; row < size; row++) rows[row * (1 + 3 * size)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function someDrive(): Promise<string> {
  const { body } = await api.call('POST', '/api/drives/search?sort=stars', {});
  return (body.drives as { id: string }[])[0]?.id ?? '';
}

test('an account starts with a mail, and its link works once', async () => {
  const person = stranger();
  const first = await api.call('PUT', '/api/auth/signup', person);
  expect(first.status).toBe(201);
  const taken = await api.call('PUT', '/api/auth/signup', { ...stranger(), username: person.username.toUpperCase() });
  expect([taken.status, taken.body]).toEqual([409, expect.objectContaining({ code: 'ERROR-00012' })]);
  expect(Object.keys(taken.body.fields as object)).toEqual(['username']);
  const link = await mailbox.link(person.email, '/signup/verify');
  expect((await mailbox.to(person.email))[0]).toContain(`${process.env.BASE_URL}${link}`);
  const call = link.replace('/signup/verify', '/api/auth/confirm-signup');
  expect((await api.call('GET', `${call.slice(0, -4)}AAAA`)).status).toBe(400);
  expect((await api.call('GET', call)).status).toBe(200);
  expect((await api.call('GET', call)).body).toMatchObject({ code: 'ERROR-00029', type: 409 });
  const { id, token } = await logIn(api, person);
  const { body } = await api.call('POST', `/api/users/user/${id}/base`, { token });
  expect(body.user).toMatchObject({ id, email: person.email, username: person.username, accountType: 'free' });
  // The response never reveals whether an address has an account; only the owner of the address is notified.
  const again = await api.call('PUT', '/api/auth/signup', { ...stranger(), email: person.email.toUpperCase() });
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  await expect.poll(async () => (await mailbox.to(person.email)).length, EVENT).toBe(2);
});

test('an unconfirmed person with the right password is told so, and gets a reminder', async () => {
  const person = stranger();
  await api.call('PUT', '/api/auth/signup', person);
  const early = await api.call('POST', '/api/auth/login', person);
  expect([early.status, early.body.fields]).toEqual([403, { submit: expect.objectContaining({ type: 403 }) }]);
  expect((await api.call('POST', '/api/auth/login', { ...person, password: 'another-1' })).status).toBe(401);
  await expect.poll(async () => (await mailbox.to(person.email)).length, EVENT).toBe(2);
});

test('wrong pairs, unknown addresses and forgotten ones get the same response', async () => {
  const person = await join(api, mailbox);
  const nobody = stranger();
  const wrong = await api.call('POST', '/api/auth/login', { email: person.email, password: nobody.password });
  const unknown = await api.call('POST', '/api/auth/login', nobody);
  expect(wrong.status).toBe(401);
  const { requestId, ...said } = wrong.body;
  expect(unknown.body).toEqual({ ...said, requestId: expect.not.stringMatching(String(requestId)) });
  expect(Object.keys(wrong.body.fields as object)).toEqual(['submit']);
  const reset = await api.call('POST', '/api/auth/reset-password', { email: person.email });
  expect((await api.call('POST', '/api/auth/reset-password', { email: nobody.email })).body).toEqual(reset.body);
  await mailbox.link(person.email, '/reset-password/verify');
  expect(await mailbox.to(nobody.email)).toEqual([]);
});

test('a member saves a drive, shows a profile, and hides parts of it', async () => {
  const person = await join(api, mailbox);
  const url = `/api/users/user/${person.id}`;
  const drive = await someDrive();
  for (let times = 0; times < 2; times++) {
    const { body } = await api.call('POST', `${url}/save/${drive}`, { token: person.token });
    expect(body.user).toMatchObject({ savedDrives: [drive] });
  }
  const upgrade = await api.call('POST', `${url}/completed/${drive}`, { token: person.token });
  expect([upgrade.status, upgrade.body.additional]).toEqual([403, { upgrade: true }]);
  expect((await api.call('POST', `${url}/save/none`, {}, person.token)).status).toBe(404);

  const form = new FormData();
  form.set('avatar', new Blob([new Uint8Array(png(200))], { type: 'image/png' }), 'me.png');
  const profile = { username: person.username, firstName: 'Ada', bio: 'Curves.', country: { id: 233, name: 'US' } };
  form.set('profile', JSON.stringify({ ...profile, state: null, city: null }));
  form.set('token', person.token);
  const saved = await api.call('POST', `${url}/profile`, form);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const user = saved.body.user as { avatar: Record<string, string>; country: object };
  expect(user).toMatchObject({ firstName: 'Ada', bio: 'Curves.', country: { id: 233, name: 'United States' } });
  for (const size of ['small', 'medium', 'original']) {
    const picture = await fetch(new URL(user.avatar[size] ?? '', process.env.BASE_URL));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  }

  const stranger = () => api.call('GET', `${url}/min-profile`);
  expect((await stranger()).body).toMatchObject({ user: { firstName: 'Ada', country: { id: 233 } } });
  const hidden = { profile: { location: false, name: false, savedDrives: false } };
  await api.call('POST', `${url}/privacy`, { token: person.token, privacy: hidden });
  const { user: shown, stats, lists } = (await stranger()).body as Record<string, object>;
  expect(Object.keys(shown ?? {})).not.toEqual(expect.arrayContaining(['firstName']));
  for (const absent of ['firstName', 'lastName', 'country', 'state', 'city', 'email'])
    expect(shown).not.toHaveProperty(absent);
  expect(stats).not.toHaveProperty('saved');
  expect(lists).not.toHaveProperty('saved');
  expect(shown).toMatchObject({ bio: 'Curves.', username: person.username });

  const search = { type: 'drive', label: 'A drive', value: drive };
  const searches = await api.call('PUT', `${url}/recent-searches`, { token: person.token, search });
  expect(searches.body).toEqual({ searches: [search] });
  const recent = await api.call('POST', `${url}/recently-searched-drives`, { token: person.token });
  expect((recent.body.drives as { id: string }[]).map(({ id }) => id)).toEqual([drive]);
});

test('a new password ends every older session within five seconds, and its link works once', async () => {
  const person = await join(api, mailbox);
  const base = (token: string) => api.call('POST', `/api/users/user/${person.id}/base`, { token });
  expect((await base(person.token)).status).toBe(200);
  await api.call('POST', '/api/auth/reset-password', { email: person.email });
  const link = await mailbox.link(person.email, '/reset-password/verify');
  const [id, code] = link.split('/').slice(-2);
  expect((await api.call('GET', `/api/auth/${id}/confirm-password-reset-precheck/${code}`)).body).toEqual({});
  const confirm = () =>
    api.call('POST', `/api/auth/${id}/confirm-password-reset/${code}`, { password: `new-${person.password}` });
  const { token } = (await confirm()).body as { token: string };
  const since = Date.now();
  await expect.poll(async () => (await base(person.token)).status, { timeout: SESSION_ENDS_MS }).toBe(401);
  expect(Date.now() - since).toBeLessThan(SESSION_ENDS_MS);
  expect((await base(token)).status).toBe(200);
  expect((await confirm()).status).toBe(410);
  expect((await api.call('POST', '/api/auth/login', person)).status).toBe(401);
  await logIn(api, { ...person, password: `new-${person.password}` });
});

test('a new address is confirmed from its mailbox, and then the only one', async () => {
  const person = await join(api, mailbox);
  const newEmail = `new-${person.email}`;
  const url = `/api/user/${person.id}/security`;
  const form = { token: person.token, newEmail, currentEmail: person.email, password: 'wrong-password' };
  expect((await api.call('POST', `${url}/change-email`, form)).status).toBe(400);
  expect((await api.call('POST', `${url}/change-email`, { ...form, password: person.password })).status).toBe(200);
  const link = await mailbox.link(newEmail, '/email-change/verify');
  const { body } = await api.call('GET', `${url}/confirm-email-change/${link.split('/').at(-1)}`);
  expect(body).toMatchObject({ email: newEmail, token: expect.any(String) });
  expect((await api.call('POST', '/api/auth/login', person)).status).toBe(401);
  await logIn(api, { ...person, email: newEmail });
});

test('a member exports all their data as one ZIP, which no other person can read', async () => {
  const [person, other] = [await join(api, mailbox), await join(api, mailbox)];
  const exportOf = (token: string) =>
    fetch(new URL(`/api/users/user/${person.id}/export`, process.env.BASE_URL), {
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await exportOf(other.token)).status).toBe(403);
  const answer = await exportOf(person.token);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  // The signature of every non-empty ZIP file.
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 4)).toBe('PK\x03\x04');
});

test('a deleted account is gone: its sessions, its profile and its pictures', async () => {
  const person = await join(api, mailbox);
  const url = `/api/users/user/${person.id}`;
  const form = new FormData();
  form.set('token', person.token);
  form.set('avatar', new Blob([new Uint8Array(png(120))], { type: 'image/png' }), 'me.png');
  const { user } = (await api.call('POST', `${url}/profile`, form)).body as { user: { avatar: { small: string } } };
  expect((await api.call('DELETE', `${url}/account`, { token: person.token, confirm: 'yes' })).status).toBe(400);
  expect((await api.call('DELETE', `${url}/account`, { token: person.token, confirm: 'delete' })).body).toEqual({});
  await expect
    .poll(async () => (await api.call('POST', `${url}/base`, {}, person.token)).status, { timeout: SESSION_ENDS_MS })
    .toBe(401);
  expect((await api.call('POST', '/api/auth/login', person)).status).toBe(401);
  await expect.poll(async () => (await api.call('GET', `${url}/min-profile`)).status, EVENT).toBe(404);
  const picture = async () => (await fetch(new URL(user.avatar.small, process.env.BASE_URL))).status;
  await expect.poll(picture, EVENT).toBe(404);
});

test('concurrent people get only their own data', async () => {
  // Aim: F19 through the whole product, in one process and in several.
  const people: Person[] = [];
  for (let index = 0; index < 6; index++) people.push(await join(api, mailbox));
  const browse = async (person: Person) => {
    for (let index = 0; index < 40; index++) {
      const route = ['base', 'profile', 'security', 'recent-searches'][index % 4] ?? '';
      const { body } = await api.call('POST', `/api/users/user/${person.id}/${route}`, { token: person.token });
      const text = JSON.stringify(body);
      for (const other of people) if (other !== person) expect(text).not.toMatch(`${other.id}|${other.username}`);
      if (route !== 'recent-searches') expect(text).toContain(person.username);
    }
  };
  await Promise.all(people.map(browse));
});

test('a message to the staff is accepted from anyone', async () => {
  const message = { name: 'Ada', email: 'ada@example.com', reason: 'other', message: 'A question.' };
  expect((await api.call('POST', '/api/contact/', message)).status).toBe(200);
  expect((await api.call('POST', '/api/contact/', { ...message, reason: 'none' })).body).toMatchObject({
    fields: { reason: { type: 400 } },
  });
});
