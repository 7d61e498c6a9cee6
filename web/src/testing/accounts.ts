import type { Security } from '@switchback/contracts/endpoints/auth';
import type { SearchResult } from '@switchback/contracts/resources/geo';
import type { Profile, PublicProfile, User } from '@switchback/contracts/resources/user';
import { PRIVACY_KEYS } from '@switchback/contracts/rules/accounts';
import { http, HttpResponse, type PathParams } from 'msw';

export const PASSWORD = 'open-sesame';
export const CODE = '123456';

export function user(over: Partial<User> = {}): User {
  return {
    id: 'u1',
    username: 'ridge.runner',
    avatar: null,
    accountType: 'free',
    email: 'runner@example.com',
    firstName: 'Robin',
    lastName: 'Ridge',
    bio: '',
    country: null,
    state: null,
    city: null,
    savedDrives: [],
    completedDrives: [],
    privateDrives: [],
    pendingDrives: [],
    publishedDrives: [],
    sharedDrives: [],
    sharingDrives: [],
    drivenStats: { distance: [], duration: [], states: [], countries: [] },
    ...over,
  };
}

type List = 'savedDrives' | 'completedDrives';

export function refuse(type: number, code: string, title: string, message: string, more: object = {}) {
  return HttpResponse.json({ title, message, code, type, additional: {}, requestId: 'r', ...more }, { status: type });
}

const WRONG = { title: 'Email or password is wrong', message: 'Please check both and try again' };
const NOT_CONFIRMED = { title: 'Account is not confirmed yet', message: 'Please open the link in the email.' };
const NO_CODE = { title: 'Code needed', message: 'Please enter the code from your authenticator app.' };
const WRONG_CODE = { title: 'Code is wrong', message: 'Please enter the current code from your authenticator app.' };
const SIGN_UP_PASSWORD = { title: 'Password needed', message: 'Please enter the password you chose for ridge.runner.' };
const TAKEN = { title: 'Username is taken', message: 'Please choose another username.' };

/** One account and its sessions behind a fake API. Records requests. */
export class FakeAccounts {
  user = user();
  /** Open sessions; a call with another token is refused. */
  readonly tokens = new Set<string>(['t1']);
  readonly taken = new Set(['taken']);
  /** Request bodies, by the last part of the address. */
  readonly sent: [string, unknown][] = [];
  privacy: Record<string, boolean> = Object.fromEntries(PRIVACY_KEYS.map((key) => [key, true]));
  searches: SearchResult[] = [];
  /** Public profiles by person id. */
  readonly people = new Map<string, PublicProfile>();
  /** Number of requests for the own account. */
  reads = 0;
  passwordSet = true;
  /** Linked login providers, in addition to the password. */
  providers: Security['providers'] = [];
  /** Whether logging in requires the code {@link CODE}. */
  totpOn = false;
  /** Whether the sign-up waits for its mail to be opened. */
  unconfirmed = false;
  /** Result of mailed links: valid, already used, or never valid. */
  links: 'fine' | 'used' | 'wrong' = 'fine';
  /** Whether the session is too old to delete the account without the password. */
  deletionTakesPassword = false;
  /** Whether another sign-up waits for the same address. */
  contested = false;
  /** Time since which the account has a second factor that a reset may turn off. */
  secondFactorSince: string | undefined;

  readonly handlers = [
    http.post('*/api/auth/login', async ({ request }) => {
      const body = (await request.json()) as Record<string, string>;
      const { email, password, oneTimeCode } = body;
      this.sent.push(['login', body]);
      if (email !== this.user.email || password !== PASSWORD) {
        return refuse(401, 'ERROR-00024', WRONG.title, WRONG.message, { fields: { submit: WRONG } });
      }
      if (this.unconfirmed) {
        return refuse(403, 'ERROR-00025', NOT_CONFIRMED.title, '', { fields: { submit: NOT_CONFIRMED } });
      }
      return this.withCode(oneTimeCode);
    }),
    http.post('*/api/auth/oidc/begin', () => HttpResponse.json({ url: 'https://provider.example/authorize' })),
    http.post('*/api/auth/oidc/finish', async ({ request }) => {
      const body = (await request.json()) as Record<string, string>;
      this.sent.push(['finish', body]);
      if (body['answer'] !== 'code=c1&state=s1')
        return refuse(400, 'ERROR-00040', 'Login has expired', 'Please start again.');
      return this.withCode(body['oneTimeCode']);
    }),
    http.post('*/api/auth/logout', async ({ request }) => {
      const { token } = (await request.json()) as { token: string };
      this.tokens.delete(token);
      return HttpResponse.json({});
    }),
    http.put('*/api/auth/signup', async ({ request }) => {
      const body = (await request.json()) as { username: string };
      this.sent.push(['signup', body]);
      if (this.taken.has(body.username)) {
        return refuse(409, 'ERROR-00012', TAKEN.title, TAKEN.message, { fields: { username: TAKEN } });
      }
      return HttpResponse.json({ title: 'Check your email', details: 'We sent you a link.' }, { status: 201 });
    }),
    http.post('*/api/users/validate-username', async ({ request }) => {
      const { username } = (await request.json()) as { username: string };
      if (this.taken.has(username))
        return refuse(409, 'ERROR-00012', TAKEN.title, TAKEN.message, { fields: { username: TAKEN } });
      return HttpResponse.json({ available: true });
    }),
    http.get('*/api/auth/confirm-signup/:id/:code', () =>
      this.contested
        ? refuse(409, 'ERROR-00046', 'Password needed', '', { fields: { password: SIGN_UP_PASSWORD } })
        : this.link('ERROR-00029', 409, { title: 'Welcome', details: 'You can log in now.' }),
    ),
    http.post('*/api/auth/confirm-signup/:id/:code', async ({ request }) => {
      const { password } = (await request.json()) as { password: string };
      if (password !== PASSWORD) return this.refusePassword('password');
      return HttpResponse.json({ title: 'Welcome, ridge.runner', details: 'You can log in now.' });
    }),
    http.get('*/api/auth/:id/confirm-password-reset-precheck/:code', () =>
      this.link('ERROR-00027', 410, { secondFactorSince: this.secondFactorSince }),
    ),
    http.post('*/api/auth/:id/confirm-password-reset/:code', async ({ request }) => {
      this.sent.push(['reset', await request.json()]);
      return HttpResponse.json({ title: 'Password set', details: 'You are logged in.', token: 't1' });
    }),
    http.post('*/api/auth/reset-password', async ({ request }) => {
      this.sent.push(['reset-password', await request.json()]);
      return HttpResponse.json({
        title: 'Check your email',
        details: 'If there is such an account, a link is on its way.',
      });
    }),
    http.get('*/api/user/:id/security/confirm-email-change/:code', () =>
      this.link('ERROR-00027', 410, {
        title: 'Email changed',
        details: 'It is new now.',
        token: 't1',
        email: 'new@example.com',
      }),
    ),
    http.post('*/api/user/:id/security/change-password', ({ request }) =>
      this.change('change-password', request, 'currentPassword'),
    ),
    http.post('*/api/user/:id/security/change-email', ({ request }) =>
      this.change('change-email', request, 'password'),
    ),
    ...this.own('post', 'base', () => {
      this.reads += 1;
      return { user: this.user };
    }),
    ...this.own('post', 'profile', (_params, request) => this.profile(request)),
    ...this.own('post', 'privacy', async (_params, request) => {
      const { privacy } = (await request.json()) as { privacy?: { profile: object } };
      this.privacy = { ...this.privacy, ...privacy?.profile };
      return { privacy: { profile: this.privacy } };
    }),
    ...this.own('post', 'security', () => ({
      email: this.user.email,
      passwordSet: this.passwordSet,
      providers: this.providers,
      totp: { offered: true, on: this.totpOn, recoveryCodesLeft: this.totpOn ? 10 : 0 },
      sessions: [...this.tokens].map((id) => ({
        id,
        created: '2026-01-01T10:00:00.000Z',
        lastUsed: '2026-01-02T10:00:00.000Z',
        agent: `Browser of ${id}`,
        current: id === 't1',
      })),
    })),
    ...this.own('post', 'security/totp', () => ({ secret: 'GEZDGNBV', uri: 'otpauth://totp/x?secret=GEZDGNBV' })),
    ...this.own('post', 'security/totp/confirm', async (_params, request) => {
      const { code } = (await request.json()) as { code: string };
      if (code !== CODE) return refuse(400, 'ERROR-00037', WRONG_CODE.title, '', { fields: { code: WRONG_CODE } });
      this.totpOn = true;
      return { title: 'Two-step login is on', details: 'Store these.', recoveryCodes: ['AAAA-BBBB', 'CCCC-DDDD'] };
    }),
    ...this.own('delete', 'security/totp', async (_params, request) => {
      const { password } = (await request.json()) as { password: string };
      if (password !== PASSWORD) return this.refusePassword('password');
      this.totpOn = false;
      return { title: 'Two-step login is off', details: 'You no longer need a code to log in.' };
    }),
    ...this.own('post', 'security/totp/recovery-codes', async (_params, request) => {
      const { password } = (await request.json()) as { password: string };
      if (password !== PASSWORD) return this.refusePassword('password');
      return { title: 'New recovery codes', details: 'Store these.', recoveryCodes: ['EEEE-FFFF'] };
    }),
    ...this.own('delete', 'security/provider', async (_params, request) => {
      const { password, issuer } = (await request.json()) as { password: string; issuer: string };
      if (password !== PASSWORD) return this.refusePassword('password');
      this.providers = this.providers.filter((linked) => linked.issuer !== issuer);
      return { title: 'Login unlinked', details: 'You can still log in with your password.' };
    }),
    ...this.own('delete', 'security/sessions/:sessionId', ({ sessionId }) => {
      this.tokens.delete(String(sessionId));
      return {};
    }),
    ...this.own('delete', 'account', async (_params, request) => {
      const body = (await request.json()) as { password?: string };
      this.sent.push(['account', body]);
      if (this.deletionTakesPassword && body.password !== PASSWORD) return this.refusePassword('password');
      this.tokens.clear();
      return {};
    }),
    ...this.own('post', 'recent-searches', () => ({ searches: this.searches })),
    ...this.own('put', 'recent-searches', (_params, request) => this.note(request, true)),
    ...this.own('delete', 'recent-searches', (_params, request) => this.note(request, false)),
    http.get('*/api/users/user/:id/min-profile', ({ params }) => {
      const person = this.people.get(String(params['id']));
      return person === undefined
        ? refuse(404, 'ERROR-00031', 'Profile not found', 'This profile does not exist.')
        : HttpResponse.json(person);
    }),
    http.post('*/api/contact/', async ({ request }) => {
      this.sent.push(['contact', await request.json()]);
      return HttpResponse.json({ title: 'Message Sent', details: 'We answer soon.' });
    }),
    ...this.own('post', 'save/:driveId', ({ driveId }) => this.mark('savedDrives', driveId, true)),
    ...this.own('delete', 'save/:driveId', ({ driveId }) => this.mark('savedDrives', driveId, false)),
    ...this.own('post', 'completed/:driveId', ({ driveId }) => this.mark('completedDrives', driveId, true)),
    ...this.own('delete', 'completed/:driveId', ({ driveId }) => this.mark('completedDrives', driveId, false)),
  ];

  /** A handler for a call about the own account; requires its session. */
  own(
    method: 'post' | 'put' | 'delete',
    path: string,
    answer: (params: PathParams, request: Request) => object | Promise<object>,
  ) {
    return [
      http[method](`*/api/users/user/:id/${path}`, async ({ request, params }) => {
        const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
        if (!this.tokens.has(token) || params['id'] !== this.user.id) {
          return refuse(401, 'ERROR-00008', 'Session has ended', 'Please log in again.');
        }
        const input = await answer(params, request);
        return input instanceof Response ? input : HttpResponse.json(input);
      }),
    ];
  }

  private mark(list: List, driveId: unknown, on: boolean) {
    const others = this.user[list].filter((id) => id !== driveId);
    this.user = { ...this.user, [list]: on ? [String(driveId), ...others] : others };
    return { user: this.user };
  }

  private async note(request: Request, kept: boolean) {
    const { search } = (await request.json()) as { search: SearchResult };
    const others = this.searches.filter(({ value }) => value !== search.value);
    this.searches = kept ? [search, ...others] : others;
    return { searches: this.searches };
  }

  private async profile(request: Request): Promise<Profile | Response> {
    if (request.headers.get('content-type')?.startsWith('multipart/') === true) {
      const form = await request.formData();
      const input = JSON.parse(form.get('profile') as string) as Partial<User> & { removeAvatar: boolean };
      this.sent.push(['profile', input]);
      if (this.taken.has(input.username ?? '')) {
        return refuse(409, 'ERROR-00012', TAKEN.title, TAKEN.message, { fields: { username: TAKEN } });
      }
      const { username, firstName, lastName, bio } = { ...this.user, ...input };
      this.user = { ...this.user, username, firstName, lastName, bio };
    }
    const { savedDrives, completedDrives, privateDrives, pendingDrives, publishedDrives } = this.user;
    return {
      user: this.user,
      stats: {
        miles: 12.34,
        hours: 2.5,
        states: 3,
        countries: 1,
        saved: savedDrives.length,
        private: privateDrives.length,
        completed: 0,
        published: 0,
      },
      lists: {
        saved: savedDrives,
        completed: completedDrives,
        private: privateDrives,
        pending: pendingDrives,
        published: publishedDrives,
        shared: [],
        sharing: [],
      },
    };
  }

  private link(oldCode: string, oldStatus: number, fine: object) {
    if (this.links === 'fine') return HttpResponse.json(fine);
    if (this.links === 'used') return refuse(oldStatus, oldCode, 'Already done', 'This link was used before.');
    return refuse(400, 'ERROR-00026', 'Link is not valid', 'The link is wrong or has expired.');
  }

  private refusePassword(field: string) {
    const fault = { title: 'Password is wrong', message: 'Please enter your current password.' };
    return refuse(400, 'ERROR-00032', fault.title, fault.message, { fields: { [field]: fault } });
  }

  /** Returns a session if the code is right, or none is required. */
  private withCode(code: string | undefined) {
    if (this.totpOn && code !== CODE) {
      const [status, number, fault] =
        code === undefined ? ([401, 'ERROR-00036', NO_CODE] as const) : ([400, 'ERROR-00037', WRONG_CODE] as const);
      return refuse(status, number, fault.title, fault.message, { fields: { oneTimeCode: fault } });
    }
    const token = `t${this.tokens.size + 1}`;
    this.tokens.add(token);
    return HttpResponse.json({ token, user: this.user });
  }

  private async change(name: string, request: Request, passwordField: string) {
    const body = (await request.json()) as Record<string, string>;
    this.sent.push([name, body]);
    if (this.passwordSet && body[passwordField] !== PASSWORD) return this.refusePassword(passwordField);
    if (name === 'change-password') this.passwordSet = true;
    return HttpResponse.json({ title: 'Done', details: 'It is changed.' });
  }
}

/** Stores a session in the browser, as an earlier visit would have. */
export function rememberSession(token = 't1', userId = 'u1'): void {
  localStorage.setItem('switchback.session', JSON.stringify({ token, userId }));
}
