import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Call, Caller, Rpc } from '@switchback/platform/rpc/call';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import type { Account } from '@switchback/proto/auth/v1/account';
import type { AuthService, FinishOidcRequest, SignUpRequest } from '@switchback/proto/auth/v1/service';

interface FakeAccount {
  userId: string;
  email: string;
  password: string;
  /** Logins require a code. */
  totpOn: boolean;
  /** Linked providers. */
  issuers: string[];
  accountType: Caller['accountType'];
  /** False once staff suspended it. */
  enabled: boolean;
}

interface FakeSession {
  id: string;
  userId: string;
  isExpired: boolean;
}

/** Codes in mailed links: valid or used; any other is unknown. */
export const CODES = { good: 'good', used: 'used', oneTime: '123456' } as const;

/** An in-memory auth service: plaintext passwords, sessions by the hash of their token, no mail. */
export class FakeAuth implements Rpc<AuthService> {
  readonly accounts = new Map<string, FakeAccount>();
  readonly signUps: SignUpRequest[] = [];
  /** Completed logins through the provider. */
  readonly finished: FinishOidcRequest[] = [];
  /** Number of session checks. */
  checks = 0;
  /** While set, every call fails with it. */
  failure: Error | undefined;
  readonly #sessions = new Map<string, FakeSession>();

  add(userId: string, overrides: Partial<FakeAccount> = {}): void {
    const account = {
      userId,
      email: `${userId}@example.com`,
      password: 'secret-1',
      totpOn: false,
      issuers: [],
      accountType: 'free' as const,
      enabled: true,
    };
    this.accounts.set(userId, { ...account, ...overrides });
  }

  /** Opens a session; returns its token. */
  openSession(userId: string): string {
    const token = randomBytes(32).toString('base64url');
    this.#sessions.set(hashOf(token), { id: randomUUID(), userId, isExpired: false });
    return token;
  }

  /** Ends sessions, as another process would. */
  end(userId: string, but?: string): void {
    for (const [hash, session] of this.#sessions)
      if (session.userId === userId && session.id !== but) this.#sessions.delete(hash);
  }

  /** Expires a person's sessions. */
  expire(userId: string): void {
    for (const session of this.#sessions.values()) if (session.userId === userId) session.isExpired = true;
  }

  /** Suspends an account, as staff do, which ends its sessions. */
  disable(userId: string): void {
    const account = this.accounts.get(userId);
    if (account) account.enabled = false;
    this.end(userId);
  }

  #letIn(account: FakeAccount) {
    const token = this.openSession(account.userId);
    return { token, sessionId: this.#sessions.get(hashOf(token))?.id ?? '', account: wire(account) };
  }
  #asked(): void {
    if (this.failure) throw this.failure;
  }

  /** Returns the caller's account. */
  #own({ caller }: Call): FakeAccount {
    this.#asked();
    const account = caller && this.accounts.get(caller.userId);
    if (!account) throw new ProductError('invalidSession');
    return account;
  }

  #confirm(userId: string, code: string): FakeAccount {
    this.#asked();
    const account = this.accounts.get(userId);
    if (account && code === CODES.used) throw new ProductError('linkUsed');
    if (!account || code !== CODES.good) throw new ProductError('linkExpired');
    return account;
  }

  signUp: Rpc<AuthService>['signUp'] = async (request) => {
    this.#asked();
    this.signUps.push(request);
    return {};
  };
  confirmSignUp: Rpc<AuthService>['confirmSignUp'] = async ({ userId, code }) => {
    if (code === CODES.used) throw new ProductError('alreadyConfirmed');
    this.#confirm(userId, code);
    return { username: '' };
  };
  logIn: Rpc<AuthService>['logIn'] = async ({ email, password, oneTimeCode }) => {
    this.#asked();
    const account = [...this.accounts.values()].find((candidate) => candidate.email === email);
    if (account?.password !== password) throw new ProductError('wrongCredentials');
    if (!account.enabled) throw refuseField('submit', 'notAllowed');
    if (account.totpOn && oneTimeCode === '') throw refuseField('oneTimeCode', 'oneTimeCodeNeeded');
    if (account.totpOn && oneTimeCode !== CODES.oneTime) throw refuseField('oneTimeCode', 'wrongOneTimeCode');
    return this.#letIn(account);
  };
  logOut: Rpc<AuthService>['logOut'] = async ({ token }) => {
    this.#asked();
    this.#sessions.delete(hashOf(token));
    return {};
  };
  checkSession: Rpc<AuthService>['checkSession'] = async ({ tokenHash }) => {
    this.checks++;
    this.#asked();
    const session = this.#sessions.get(Buffer.from(tokenHash).toString('hex'));
    const account = session && this.accounts.get(session.userId);
    if (!account || session.isExpired) throw new ProductError('invalidSession');
    const { userId, accountType } = account;
    return { sessionId: session.id, userId, accountType: toWireAccountType(accountType) };
  };
  requestPasswordReset: Rpc<AuthService>['requestPasswordReset'] = async () => {
    this.#asked();
    return {};
  };
  checkPasswordReset: Rpc<AuthService>['checkPasswordReset'] = async ({ userId, code }) => {
    this.#confirm(userId, code);
    return {};
  };
  confirmPasswordReset: Rpc<AuthService>['confirmPasswordReset'] = async ({ userId, code, password }) => {
    const account = this.#confirm(userId, code);
    account.password = password;
    this.end(userId);
    return { token: account.totpOn ? '' : this.openSession(userId) };
  };
  changePassword: Rpc<AuthService>['changePassword'] = async (request, call) => {
    const account = this.#own(call);
    if (account.password !== request.currentPassword) throw new ProductError('wrongPassword');
    account.password = request.newPassword;
    this.end(account.userId, request.sessionId);
    return {};
  };
  changeEmail: Rpc<AuthService>['changeEmail'] = async ({ password }, call) => {
    if (this.#own(call).password !== password) throw new ProductError('wrongPassword');
    return {};
  };
  confirmEmailChange: Rpc<AuthService>['confirmEmailChange'] = async ({ userId, code }) => {
    const account = this.#confirm(userId, code);
    account.email = `new-${account.email}`;
    return { token: this.openSession(userId), email: account.email };
  };
  getAccount: Rpc<AuthService>['getAccount'] = async (_request, call) => ({
    account: wire(this.#own(call)),
    consents: [{ name: 'terms', version: '2022-05', givenAt: '2026-01-02T03:04:05.000Z' }],
  });
  listSessions: Rpc<AuthService>['listSessions'] = async (_request, call) => {
    const { userId } = this.#own(call);
    const at = { createdAt: '2026-01-02T03:04:05.000Z', lastUsedAt: '2026-01-02T03:04:05.000Z' };
    const own = [...this.#sessions.values()].filter((session) => session.userId === userId);
    return { sessions: own.map(({ id }) => ({ id, ...at, agent: 'Browser' })) };
  };
  endSession: Rpc<AuthService>['endSession'] = async ({ sessionId }, call) => {
    const { userId } = this.#own(call);
    for (const [hash, { id, userId: owner }] of this.#sessions)
      if (id === sessionId && owner === userId) this.#sessions.delete(hash);
    return {};
  };
  getSignIn: Rpc<AuthService>['getSignIn'] = async (_request, call) => {
    const { totpOn, issuers } = this.#own(call);
    const identities = issuers.map((issuer) => ({ issuer, subject: 's1', linkedAt: '2026-01-02T03:04:05.000Z' }));
    return { totpOffered: true, totpOn, recoveryCodesLeft: totpOn ? 10 : 0, identities };
  };
  beginOidc: Rpc<AuthService>['beginOidc'] = async () => {
    this.#asked();
    return { url: 'https://provider.example/authorize?state=s1', browser: 'b1' };
  };
  /** The provider's code is the user id that it logs in. */
  finishOidc: Rpc<AuthService>['finishOidc'] = async (request) => {
    this.#asked();
    this.finished.push(request);
    const account = this.accounts.get(new URLSearchParams(request.answer).get('code') ?? '');
    if (!account) throw new ProductError('signInExpired');
    return this.#letIn(account);
  };
  beginTotp: Rpc<AuthService>['beginTotp'] = async ({ password }, call) => {
    if (this.#own(call).password !== password) throw new ProductError('wrongPassword');
    return { secret: 'GEZDGNBV', uri: 'otpauth://totp/Switchback?secret=GEZDGNBV' };
  };
  confirmTotp: Rpc<AuthService>['confirmTotp'] = async ({ code }, call) => {
    const account = this.#own(call);
    if (code !== CODES.oneTime) throw new ProductError('wrongOneTimeCode');
    account.totpOn = true;
    return { recoveryCodes: ['AAAA-BBBB'] };
  };
  turnOffTotp: Rpc<AuthService>['turnOffTotp'] = async ({ password }, call) => {
    const account = this.#own(call);
    if (account.password !== password) throw new ProductError('wrongPassword');
    account.totpOn = false;
    return {};
  };
  replaceRecoveryCodes: Rpc<AuthService>['replaceRecoveryCodes'] = async ({ password }, call) => {
    const account = this.#own(call);
    if (account.password !== password) throw new ProductError('wrongPassword');
    if (!account.totpOn) throw new ProductError('oneTimeCodesOff');
    return { recoveryCodes: ['CCCC-DDDD'] };
  };
  unlinkIdentity: Rpc<AuthService>['unlinkIdentity'] = async ({ issuer, password }, call) => {
    const account = this.#own(call);
    if (account.password !== password) throw new ProductError('wrongPassword');
    account.issuers = account.issuers.filter((linked) => linked !== issuer);
    return {};
  };
  suspendAccount: Rpc<AuthService>['suspendAccount'] = async ({ userId }, { caller }) => {
    if (caller?.accountType !== 'admin') throw new ProductError('notAllowed');
    this.end(userId);
    return {};
  };
  setEntitlement: Rpc<AuthService>['setEntitlement'] = async ({ userId, hero }) => {
    const account = this.accounts.get(userId);
    if (account && account.accountType !== 'admin') account.accountType = hero ? 'hero' : 'free';
    return { known: account !== undefined };
  };
  deleteAccount: Rpc<AuthService>['deleteAccount'] = async (_request, call) => {
    const { userId } = this.#own(call);
    this.accounts.delete(userId);
    this.end(userId);
    return {};
  };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function wire({ userId, email, accountType }: FakeAccount): Account {
  return { userId, email, accountType: toWireAccountType(accountType), passwordSet: true, suspended: false };
}
