import { Test } from '@nestjs/testing';
import { ProductError, refuseField } from '@switchback/platform/errors';
import { accountsTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import type { JobContext, Jobs } from '@switchback/platform/jobs/jobs';
import { PlatformModule } from '@switchback/platform/nest/platform.module';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { MemoryLimits } from '@switchback/platform/limits/memory/memory-limits';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import { bindInProcess } from '@switchback/platform/rpc/in-process';
import { AccountType } from '@switchback/proto/auth/v1/account';
import type { AccountEvent } from '@switchback/proto/auth/v1/events';
import { type AuthService, AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import type { CreateProfileRequest, ReserveUsernameRequest } from '@switchback/proto/users/v1/service';
import { TestClock } from '@switchback/testing/test-clock';
import { FakeBilling } from '@switchback/testing/fake-billing';
import { FakeMailer } from '@switchback/testing/fake-mailer';
import { testHost } from '@switchback/testing/test-host';
import { outboxOfTopic } from '@switchback/testing/outbox';
import { PromptJobs } from '@switchback/testing/prompt-jobs';
import { DataSource } from 'typeorm';
import { AuthRpc } from './auth.rpc.js';
import { AuthLimits } from './auth-limits.js';
import { AuthModule } from './auth.module.js';
import { AUTH_SETTINGS, type AuthSettings } from './auth-settings.js';
import { Accounts } from './accounts/accounts.js';
import { MailRenderer } from './mails/mail-renderer.js';
import { MailQueue } from './mails/mail-queue.js';
import { auth } from './service.js';
import { createStaff } from './schema.js';
import { BILLING } from './billing-peer.js';
import { USERS, type UsersPeer } from './users-peer.js';
import type { Staff } from './accounts/staff.js';
import { MAIL_JOB } from './mails/mail-job.js';
import { MAILER, MailWorker } from './mails/mail.worker.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { hashSecret } from './secrets.js';

/** Cheapest possible password hash: specs do not depend on its cost. */
export const CHEAP = { memory: 64, passes: 1, parallelism: 1 };
export const PASSWORD = 'correct-horse-battery';
export const VISITOR: Call = { requestId: 'r-1', caller: null };
/** For specs in which one person makes more requests than the limits allow. */
export const UNLIMITED = {
  failuresPerAccount: 1_000_000,
  failuresPerAddress: 1_000_000,
  mailsPerMailbox: 1_000_000,
  mailsPerAddress: 1_000_000,
  mailsPerAccount: 1_000_000,
  mailsPerHour: 1_000_000,
};

/** Fake users service that tracks usernames and profiles. */
export class FakeUsernames {
  readonly names = new Map<string, string>();
  readonly profiles: string[] = [];
  failure: Error | undefined;

  reserveUsername = async ({ userId, username }: ReserveUsernameRequest) => {
    const holder = this.names.get(username.toLowerCase());
    if (holder !== undefined && holder !== userId) throw refuseField('username', 'usernameTaken');
    this.names.set(username.toLowerCase(), userId);
    return {};
  };
  createProfile = async ({ userId }: CreateProfileRequest) => {
    if (this.failure) throw this.failure;
    if (!this.profiles.includes(userId)) this.profiles.push(userId);
    return {};
  };
}

/** Mailer that stores every mail. */
export class Mailbox extends FakeMailer {
  /** Returns the user id and the code in the link of the last mail to an address. */
  linkTo(address: string): { userId: string; code: string } {
    const text = this.to(address).at(-1)?.text ?? '';
    const [, userId, code] = /\/verify\/([\w-]+)\/([\w-]+)/.exec(text) ?? [];
    if (!userId || !code) throw new Error(`No mail to ${address} holds a link.`);
    return { userId, code };
  }
}

const PROVIDERS = {
  accounts: Accounts,
  mailRenderer: MailRenderer,
  limits: AuthLimits,
  mails: MailQueue,
  rpc: AuthRpc,
} as const;

type Providers = { [Name in keyof typeof PROVIDERS]: InstanceType<(typeof PROVIDERS)[Name]> };

/** The auth service on a real database, called as other processes call it. */
export interface OpenedAuth extends Providers {
  source: DataSource;
  staff: Staff;
  client: Rpc<AuthService>;
  mailbox: Mailbox;
  users: FakeUsernames;
  billing: FakeBilling;
  clock: TestClock;
  jobs: PromptJobs;
  /** Published account events, in order. */
  events(): Promise<AccountEvent[]>;
  /** Creates an account with a session: signed up, confirmed, logged in. */
  member(email: string): Promise<Member>;
  close(): Promise<void>;
}

export interface Member {
  userId: string;
  email: string;
  token: string;
  sessionId: string;
  /** A call within the session. */
  call: Call;
}

/** Overrides of the product's settings and parts. */
interface Given extends Partial<AuthSettings> {
  hasher?: PasswordHasher;
  users?: UsersPeer;
  onProviderFault?: (reason: string) => void;
}

const SETTINGS: AuthSettings = {
  product: 'Switchback',
  publicUrl: 'https://drives.example',
  passwordMin: 6,
  sessions: { idleDays: 30, days: 180 },
  provider: null,
  totp: { isOffered: true, keys: () => ['a key of this installation alone'] },
  rates: {
    failuresPerAccount: 10,
    failuresPerAddress: 100,
    mailsPerMailbox: 5,
    mailsPerAddress: 1_000,
    mailsPerAccount: 1_000,
    mailsPerHour: 100_000,
  },
};

/** @param url a database used by this spec alone. */
export async function openAuth(url: string, { onProviderFault, ...given }: Given = {}): Promise<OpenedAuth> {
  const [mailbox, users, clock, jobs] = [new Mailbox(), new FakeUsernames(), new TestClock(), new PromptJobs()];
  // Enough room for all concurrent calls of a spec; rejection when full has its own spec.
  const { hasher = new PasswordHasher({ cost: CHEAP, waitingMax: 1_000 }), users: peer = async () => users } = given;
  const billing = new FakeBilling();
  const settings = { ...SETTINGS, ...given };
  const warn = ({ reason }: { reason?: string }) => reason !== undefined && onProviderFault?.(reason);
  const host = testHost({
    clock,
    database: async () => ({ url }),
    logger: { warn } as unknown as Logger,
    jobs: async () => jobs as unknown as Jobs,
    limits: async () => new MemoryLimits(clock),
  });
  // No relay or consumer runs: account events stay in the outbox for inspection.
  const platform = PlatformModule.forService(host, { ...auth, publishes: [] });
  const app = await Test.createTestingModule({ imports: [platform, AuthModule] })
    .overrideProvider(AUTH_SETTINGS)
    .useValue(settings)
    .overrideProvider(MAILER)
    .useValue(mailbox)
    .overrideProvider(PasswordHasher)
    .useValue(hasher)
    .overrideProvider(BILLING)
    .useValue(async () => billing)
    .overrideProvider(USERS)
    .useValue(peer)
    .compile();
  const providers = Object.fromEntries(
    Object.entries(PROVIDERS).map(([name, part]) => [name, app.get<object>(part)]),
  ) as Providers;
  jobs.work(MAIL_JOB, (payload) => app.get(MailWorker).send(payload));
  const source = app.get(DataSource);
  const staff = createStaff(source, { ...settings, clock, ids: randomIds, users: peer, hasher });
  const binding = { timeoutMs: 10_000, roundTrip: true };
  const client = bindInProcess<AuthService>(AuthServiceDefinition, providers.rpc, binding);
  const events = () => outboxOfTopic(source, accountsTopic);
  const close = async () => {
    await app.close();
    await host.closers.close();
  };
  const member = (email: string) => join(client, mailbox, email);
  return { ...providers, source, staff, client, mailbox, users, billing, clock, jobs, events, member, close };
}

let names = 0;

export function signUpRequest(email: string, username = `name${(names += 1)}`) {
  return { email, username, password: PASSWORD, origin: originAt('192.0.2.1') };
}

export function logInRequest(email: string, password = PASSWORD, address = '192.0.2.1') {
  return { email, password, origin: originAt(address), oneTimeCode: '' };
}

export function originAt(address: string) {
  return { address, agent: 'Spec/1.0' };
}

async function join(client: Rpc<AuthService>, mailbox: Mailbox, email: string): Promise<Member> {
  await client.signUp(signUpRequest(email), VISITOR);
  await client.confirmSignUp(mailbox.linkTo(email), VISITOR);
  const { token } = await client.logIn(logInRequest(email), VISITOR);
  const { userId, sessionId } = await client.checkSession({ tokenHash: hashSecret(token) }, VISITOR);
  return { userId, email, token, sessionId, call: { requestId: 'r-2', caller: { userId, accountType: 'free' } } };
}

/** Returns the error a call was refused with; null if it succeeded. */
export async function errorOf(promise: Promise<unknown>): Promise<ProductError | null> {
  try {
    await promise;
    return null;
  } catch (error) {
    if (error instanceof ProductError) return error;
    throw error;
  }
}

/** Returns whether a token is still valid. */
export async function isValidToken({ client }: Pick<OpenedAuth, 'client'>, token: string): Promise<boolean> {
  const refusal = await errorOf(client.checkSession({ tokenHash: hashSecret(token) }, VISITOR));
  if (refusal && refusal.error !== 'invalidSession') throw refusal;
  return refusal === null;
}

/** Moves a database timestamp into the past, as if the interval had passed. */
export async function age(source: DataSource, table: string, column: string, interval: string): Promise<void> {
  await source.query(`update ${table} set ${column} = ${column} - $1::interval`, [interval]);
}

export const JOB_CONTEXT: JobContext = {
  key: 'k',
  attempt: 1,
  signal: new AbortController().signal,
};

export const FREE = AccountType.ACCOUNT_TYPE_FREE;
