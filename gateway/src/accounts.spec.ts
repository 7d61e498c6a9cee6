// Aim: calls about accounts and people reach the two services correctly, and answer in the wording of the contract.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiError } from '@switchback/contracts/errors';
import { ProductError } from '@switchback/platform/errors';
import { CODES } from '@switchback/testing/fake-auth';
import { drive } from '@switchback/testing/fake-drives';
import type { InjectOptions } from 'fastify';
import { openGateway } from './testing/open-gateway.js';

const { ask, auth, users, drives, close } = await openGateway();
afterAll(close);

let token: string;
beforeEach(() => {
  auth.add('ada', { accountType: 'hero' });
  const lists = { saved: ['d1'], completed: ['d2', 'd1'], private: [], pending: [], published: ['d3'] };
  const shared = [{ userId: 'bob', username: 'bob', driveIds: ['d4'] }];
  const sharing = [{ driveId: 'd3', userIds: ['bob'] }];
  const driven = { distance: [100_000, 23_456.7], duration: [5_000, 430], states: [1, 2, 3], countries: [233] };
  users.add('ada', { bio: 'Curves.', lists: { ...lists, shared, sharing }, driven });
  users.add('bob');
  token = auth.openSession('ada');
});

const post = (url: string, payload: object = {}): InjectOptions => ({
  method: 'POST',
  url,
  payload: { token, ...payload },
});
const own = (rest: string) => `/api/users/user/ada/${rest}`;

describe('signing up and in', () => {
  it('passes on the input, trimmed, with the client address', async () => {
    const payload = { email: ' new@example.com ', username: ' new.name ', password: ' longer-1 ' };
    const answer = await ask({ method: 'PUT', url: '/api/auth/signup', payload, headers: { 'user-agent': 'Browser' } });
    expect([answer.status, Object.keys(answer.json())]).toEqual([201, ['title', 'details']]);
    const origin = { address: '127.0.0.1', agent: 'Browser' };
    expect(auth.signUps.at(-1)).toEqual({
      email: 'new@example.com',
      username: 'new.name',
      password: 'longer-1',
      origin,
    });
  });

  it.each([
    [{ password: 'longer-1', username: 'a' }, 'email', 'Email is required'],
    [{ email: '  ', password: 'longer-1', username: 'a' }, 'email', 'Email is required'],
    [{ email: 'a@b', password: 'longer-1', username: 'a' }, 'email', 'Email does not meet minimum requirements'],
    [{ email: 'a@b.c', username: 'a' }, 'password', 'Password is required'],
    [{ email: 'a@b.c', username: 'a', password: '12345' }, 'password', 'Password does not meet minimum requirements'],
    [
      { email: 'a@b.c', username: 'a', password: 'a b c d e' },
      'password',
      'Password does not meet minimum requirements',
    ],
    [{ email: 'a@b.c', password: 'longer-1' }, 'username', 'Username is required'],
    [
      { email: 'a@b.c', password: 'longer-1', username: '.a' },
      'username',
      'Username does not meet minimum requirements',
    ],
    [{ email: 'a@b.c', password: 'longer-1', username: 5 }, 'username', 'Must be a string.'],
  ])('reports the error in %j at the field', async (payload, field, message) => {
    const before = auth.signUps.length;
    const answer = await ask({ method: 'PUT', url: '/api/auth/signup', payload });
    expect(answer.status).toBe(400);
    expect(answer.json<ApiError>().fields?.[field]).toMatchObject({ message, type: 400 });
    expect(auth.signUps).toHaveLength(before);
  });

  it('returns a token and the own user at login, which the token then renews', async () => {
    const url = '/api/auth/login';
    const payload = { email: 'ada@example.com', password: 'secret-1', date: '2026-01-01' };
    const first = (await ask({ method: 'POST', url, payload })).json<{ token: string; user: object }>();
    expect(first.user).toMatchObject({ id: 'ada', email: 'ada@example.com', accountType: 'hero' });
    const again = await ask({ method: 'POST', url, payload: { token: first.token, date: '2026-01-02' } });
    expect(again.json()).toEqual(first);
  });

  it.each([[{}], [{ token: '' }], [{ token: null, email: 'ada@example.com' }]])(
    'reports what is missing in %j',
    async (payload) => {
      const answer = await ask({ method: 'POST', url: '/api/auth/login', payload });
      expect(answer.json<ApiError>().fields?.password?.message).toBe('Password is required');
    },
  );

  it('ends the session immediately', async () => {
    expect((await ask(post(own('base')))).status).toBe(200);
    expect((await ask(post('/api/auth/logout'))).json()).toEqual({});
    expect((await ask(post(own('base')))).status).toBe(401);
  });

  it('returns the retry time of a service with a limit', async () => {
    auth.failure = new ProductError('tooManyRequests', { additional: { retryAfterSeconds: 61.2 } });
    const answer = await ask({ method: 'POST', url: '/api/auth/login', payload: { email: 'a@b.c', password: 'x' } });
    auth.failure = undefined;
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '62']);
  });
});

describe('logging in through a provider', () => {
  const url = (step: string) => `/api/auth/oidc/${step}`;
  const scope = 'Path=/api/auth/oidc';

  it('binds the callback to the same browser with an HttpOnly cookie, and deletes it', async () => {
    const begun = await ask({ method: 'POST', url: url('begin'), payload: {} });
    expect(begun.json()).toEqual({ url: 'https://provider.example/authorize?state=s1' });
    const cookie = `__Secure-oidc-login=b1; ${scope}; Max-Age=600; HttpOnly; SameSite=Lax; Secure`;
    expect(begun.headers['set-cookie']).toBe(cookie);
    const headers = { cookie: 'other=1; __Secure-oidc-login=b1; x__Secure-oidc-login=b2' };
    const payload = { answer: 'code=ada&state=s1', oneTimeCode: ' 123456 ' };
    const finished = await ask({ method: 'POST', url: url('finish'), payload, headers });
    expect(auth.finished.at(-1)).toMatchObject({ ...payload, browser: 'b1', oneTimeCode: '123456' });
    expect(finished.json()).toMatchObject({ user: { id: 'ada' } });
    expect(finished.headers['set-cookie']).toMatch(`__Secure-oidc-login=; ${scope}; Max-Age=0;`);
  });

  it('keeps the cookie after a refusal, since a code may be missing', async () => {
    const refused = await ask({ method: 'POST', url: url('finish'), payload: { answer: 'code=nobody' } });
    expect([refused.status, refused.headers['set-cookie'], auth.finished.at(-1)?.browser]).toEqual([
      400,
      undefined,
      '',
    ]);
  });

  it('is offered by name if configured', async () => {
    const offered = async (environment?: Record<string, string>) => {
      const opened = await openGateway({ ...(environment && { environment }) });
      const { loginProvider } = (await opened.ask('/api/settings')).json<{ loginProvider: string | null }>();
      await opened.close();
      return loginProvider;
    };
    const set = { OIDC_ISSUER: 'https://id.example.org/realm', OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 's' };
    expect([await offered(), await offered(set), await offered({ ...set, OIDC_NAME: 'Club' })]).toEqual([
      null,
      'id.example.org',
      'Club',
    ]);
  });
});

describe('links of mails', () => {
  it.each([
    ['GET', '/api/auth/confirm-signup/ada/CODE', 409],
    ['GET', '/api/auth/ada/confirm-password-reset-precheck/CODE', 410],
    ['POST', '/api/auth/ada/confirm-password-reset/CODE', 410],
    ['GET', '/api/user/ada/security/confirm-email-change/CODE', 410],
  ] as const)('%s %s works with its code', async (method, path, again) => {
    const request = (code: string): InjectOptions => ({
      method,
      url: path.replace('CODE', code),
      ...(method === 'POST' && { payload: { password: 'longer-1' } }),
    });
    expect((await ask(request(CODES.good))).status).toBe(200);
    expect((await ask(request(CODES.used))).status).toBe(again);
    expect((await ask(request('guess'))).status).toBe(400);
  });

  it('end older sessions here immediately, and return a new one', async () => {
    expect((await ask(post(own('base')))).status).toBe(200);
    const url = '/api/auth/ada/confirm-password-reset/good';
    const { token: fresh } = (await ask({ method: 'POST', url, payload: { password: 'longer-1' } })).json<{
      token: string;
    }>();
    expect((await ask(post(own('base')))).status).toBe(401);
    token = fresh;
    expect((await ask(post(own('base')))).status).toBe(200);
  });
});

describe('the own account', () => {
  it('lists its sessions, marks the current one, and ends another', async () => {
    const other = auth.openSession('ada');
    const { sessions, email } = (await ask(post(own('security')))).json<{
      sessions: { id: string; current: boolean }[];
      email: string;
    }>();
    expect(email).toBe('ada@example.com');
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    for (const { id, current } of sessions)
      if (!current) await ask({ method: 'DELETE', url: own(`security/sessions/${id}`), payload: { token } });
    expect((await ask(post(own('base'), { token: other }))).status).toBe(401);
    expect((await ask(post(own('base')))).status).toBe(200);
  });

  it('requires codes once they are on, at each login, and opens no session by a mailed link', async () => {
    const payload = { email: 'ada@example.com', password: 'secret-1' };
    const logIn = (more: object = {}) =>
      ask({ method: 'POST', url: '/api/auth/login', payload: { ...payload, ...more } });
    const shown = async () => (await ask(post(own('security')))).json<{ totp: unknown }>().totp;
    expect(await shown()).toEqual({ offered: true, on: false, recoveryCodesLeft: 0 });
    const begun = await ask(post(own('security/totp'), { password: 'secret-1' }));
    expect(Object.keys(begun.json())).toEqual(['secret', 'uri']);
    expect((await ask(post(own('security/totp/confirm'), { code: '000000' }))).status).toBe(400);
    const confirmed = await ask(post(own('security/totp/confirm'), { code: ` ${CODES.oneTime} ` }));
    expect(confirmed.json()).toMatchObject({ recoveryCodes: ['AAAA-BBBB'] });
    expect(await shown()).toMatchObject({ on: true });
    const asked = await logIn();
    expect([asked.status, Object.keys(asked.json<ApiError>().fields ?? {})]).toEqual([401, ['oneTimeCode']]);
    expect((await logIn({ oneTimeCode: CODES.oneTime })).status).toBe(200);
    const reset = { method: 'POST', url: '/api/auth/ada/confirm-password-reset/good' } as const;
    expect((await ask({ ...reset, payload: { password: 'secret-1' } })).json()).toMatchObject({ token: null });
    token = auth.openSession('ada');
    const renewed = await ask(post(own('security/totp/recovery-codes'), { password: 'secret-1' }));
    expect(renewed.json()).toMatchObject({ title: 'New recovery codes', recoveryCodes: ['CCCC-DDDD'] });
    const off: InjectOptions = { ...post(own('security/totp'), { password: 'secret-1' }), method: 'DELETE' };
    expect((await ask(off)).status).toBe(200);
    expect((await logIn()).status).toBe(200);
  });

  it('lists its login providers, and unlinks them', async () => {
    const issuer = 'https://club.example/login';
    auth.accounts.get('ada')!.issuers = [issuer];
    const shown = async () => (await ask(post(own('security')))).json<{ providers: unknown }>().providers;
    expect(await shown()).toEqual([{ issuer, name: 'club.example', linked: '2026-01-02T03:04:05.000Z' }]);
    const payload = { issuer, password: 'secret-1' };
    expect((await ask({ ...post(own('security/provider'), payload), method: 'DELETE' })).status).toBe(200);
    expect(await shown()).toEqual([]);
  });

  it('keeps only this session when the password changes', async () => {
    const other = auth.openSession('ada');
    await ask(post(own('base'), { token: other }));
    const payload = { currentPassword: 'secret-1', newPassword: 'secret-2', email: 'ada@example.com' };
    expect((await ask(post('/api/user/ada/security/change-password', payload))).status).toBe(200);
    expect((await ask(post(own('base')))).status).toBe(200);
    expect((await ask(post(own('base'), { token: other }))).status).toBe(401);
  });

  it('is deleted only with the confirmation word', async () => {
    const request = (confirm: unknown): InjectOptions => ({
      method: 'DELETE',
      url: own('account'),
      payload: { token, confirm },
    });
    for (const confirm of ['', 'Delete', undefined, true]) {
      const answer = await ask(request(confirm));
      expect([answer.status, answer.json<ApiError>().fields?.confirm?.message]).toEqual([400, 'Required field']);
    }
    expect((await ask(request(' delete '))).json()).toEqual({});
    expect((await ask(post(own('base')))).status).toBe(401);
  });
});

describe('profiles', () => {
  it('have stats with two decimals and lists of drive ids', async () => {
    const { user, stats, lists } = (await ask(post(own('profile')))).json<Record<string, Record<string, unknown>>>();
    expect(user).toMatchObject({ bio: 'Curves.', avatar: null, country: null, savedDrives: ['d1'] });
    expect(user?.sharedDrives).toEqual([{ user: { id: 'bob', username: 'bob' }, drives: ['d4'] }]);
    expect(user?.drivenStats).toEqual({
      distance: [100_000, 23_456.7],
      duration: [5_000, 430],
      states: [1, 2, 3],
      countries: [233],
    });
    expect(stats).toEqual({
      miles: 76.71,
      hours: 1.51,
      states: 3,
      countries: 1,
      saved: 1,
      private: 0,
      completed: 2,
      published: 1,
    });
    expect(lists).toEqual({
      saved: ['d1'],
      completed: ['d2', 'd1'],
      private: [],
      pending: [],
      published: ['d3'],
      shared: ['d4'],
      sharing: ['d3'],
    });
  });

  it('omit what their owner hides, for every viewer', async () => {
    const shown = (await ask(own('min-profile'))).json<Record<string, Record<string, unknown>>>();
    expect(shown).toMatchObject({ user: { bio: 'Curves.' }, stats: { saved: 1 }, lists: { saved: ['d1'] } });
    const hidden = await ask(post(own('privacy'), { privacy: { profile: { bio: false, savedDrives: false } } }));
    expect(hidden.json()).toMatchObject({ privacy: { profile: { bio: false, name: true, savedDrives: false } } });
    const { user, stats, lists } = (await ask(own('min-profile'))).json<Record<string, object>>();
    expect([user, stats, lists].map((part) => Object.keys(part ?? {}))).toEqual([
      expect.not.arrayContaining(['bio', 'email']),
      expect.not.arrayContaining(['saved', 'private']),
      [],
    ]);
    expect((await ask(post(own('privacy')))).json()).toEqual(hidden.json());
  });

  it('are saved partially, and distinguish omitted from empty fields', async () => {
    await ask(post(own('profile'), { profile: { bio: 'New.', country: { id: 39, name: 'whatever' }, state: null } }));
    expect(users.saved.at(-1)).toMatchObject({ bio: 'New.', countryId: 39, stateId: 0, avatarUpload: '' });
    for (const absent of ['username', 'firstName', 'cityId'] as const)
      expect(users.saved.at(-1)?.[absent]).toBeUndefined();
    await ask(post(own('profile'), { profile: { firstName: '', removeAvatar: true } }));
    expect(users.saved.at(-1)).toMatchObject({ firstName: '', removeAvatar: true });
  });

  it.each([
    [{ bio: 'x'.repeat(151) }, 'bio', 'User bio cannot exceed 150 characters'],
    [{ username: '' }, 'username', 'Username is required'],
    [{ country: { id: 'US' } }, 'country.id', 'Must be a number.'],
    [{ firstName: 'x'.repeat(61) }, 'firstName', 'At most 60 characters.'],
  ])('report the error in %j', async (profile, field, message) => {
    const answer = await ask(post(own('profile'), { profile }));
    expect(answer.json<ApiError>().fields?.[field]?.message).toBe(message);
  });

  it('of unknown people are not found', async () => {
    expect((await ask('/api/users/user/nobody/min-profile')).status).toBe(404);
    expect((await ask('/api/users/user/nobody/summary')).status).toBe(404);
    expect((await ask('/api/users/user/bob/summary')).json()).toEqual({
      id: 'bob',
      username: 'bob',
      avatar: null,
      accountType: 'free',
    });
  });
});

describe('lists and searches', () => {
  it('save a drive once, and remove it', async () => {
    for (const method of ['POST', 'POST', 'DELETE', 'DELETE'] as const) {
      const answer = await ask({ method, url: own('save/d9'), payload: { token } });
      const { savedDrives } = answer.json<{ user: { savedDrives: string[] } }>().user;
      expect(savedDrives).toEqual(method === 'POST' ? ['d9', 'd1'] : ['d1']);
    }
  });

  it('ask a free account to upgrade before it completes a drive', async () => {
    auth.add('ada', { accountType: 'free' });
    const answer = await ask(post(own('completed/d1')));
    expect(answer.status).toBe(403);
    expect(answer.json()).toMatchObject({
      message: 'This feature is available when you upgrade your account.',
      additional: { upgrade: true },
    });
  });

  it('store searches, and show the drives among them', async () => {
    drives.add(drive());
    const searches = [
      { type: 'place', label: 'Asheville', value: 'city:1' },
      { type: 'drive', label: 'Blue Ridge Parkway', value: 'd1' },
    ];
    for (const search of searches)
      await ask({ method: 'PUT', url: own('recent-searches'), payload: { token, search } });
    expect((await ask(post(`${own('recent-searches')}?query=true`))).json()).toEqual({
      searches: searches.toReversed(),
    });
    expect((await ask(post(own('recently-searched-drives')))).json()).toMatchObject({ drives: [{ id: 'd1' }] });
    const gone = await ask({ method: 'DELETE', url: own('recent-searches'), payload: { token, search: searches[1] } });
    expect(gone.json()).toEqual({ searches: [searches[0]] });
    expect((await ask(post(own('recently-searched-drives')))).json()).toEqual({ drives: [] });
  });

  it('suggest people to members', async () => {
    const answer = await ask({
      url: '/api/users/search/autocomplete?text=bo',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.json()).toEqual({ results: [{ type: 'user', label: 'bob', value: 'bob' }] });
  });
});

describe('a message to the staff', () => {
  it('is accepted from anyone, completely', async () => {
    const message = { name: 'Ada', email: 'ada@example.com', reason: 'account-help', message: 'Help.' };
    const answer = await ask({ method: 'POST', url: '/api/contact/', payload: message });
    expect(answer.json()).toMatchObject({ title: 'Message Sent' });
    expect(users.contacts.at(-1)).toEqual(message);
  });

  it('reports missing fields with the messages of the form', async () => {
    const answer = await ask({
      method: 'POST',
      url: '/api/contact/',
      payload: { email: 'a@b.c', message: 'x'.repeat(1_001) },
    });
    expect(answer.json<ApiError>().fields).toMatchObject({
      name: { title: 'Name is required', message: 'Please provide your name' },
      reason: { title: 'Reason is required', message: "Please tell why you're contacting us" },
      message: { message: 'At most 1000 characters.' },
    });
  });
});
