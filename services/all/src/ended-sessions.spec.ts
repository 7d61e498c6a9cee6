// Aim: a session that ends through one process is refused by every other process immediately, and within five seconds
// without the bus.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import {
  CHEAP,
  FakeUsernames,
  logInRequest,
  Mailbox,
  PASSWORD,
  signUpRequest,
  VISITOR,
} from '@switchback/auth/auth.fixture';
import type { Staff } from '@switchback/auth/accounts/staff';
import { AuthModule } from '@switchback/auth/auth.module';
import { AuthRpc } from '@switchback/auth/auth.rpc';
import { MAIL_JOB } from '@switchback/auth/mails/mail-job';
import { MAILER, MailWorker } from '@switchback/auth/mails/mail.worker';
import { auth as service } from '@switchback/auth/service';
import { connectAuth, createStaff } from '@switchback/auth/schema';
import { PasswordHasher } from '@switchback/auth/passwords/password-hasher';
import { createGateway, type Gateway } from '@switchback/gateway/gateway';
import { followEndedSessions } from '@switchback/gateway/session/ended-sessions';
import { Sessions } from '@switchback/gateway/session/sessions';
import { systemClock } from '@switchback/platform/clock';
import { loadSettings, type Settings } from '@switchback/platform/config/settings';
import { openBus } from '@switchback/platform/events/open-bus';
import { topicsOf } from '@switchback/platform/events/topics-of';
import { randomIds } from '@switchback/platform/ids';
import { MemoryLimits } from '@switchback/platform/limits/memory/memory-limits';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { PlatformModule } from '@switchback/platform/nest/platform.module';
import type { Rpc } from '@switchback/platform/rpc/call';
import { Closers } from '@switchback/platform/process/closers';
import { bindInProcess } from '@switchback/platform/rpc/in-process';
import { createMetrics } from '@switchback/platform/telemetry/metrics';
import { type AuthService, AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { FakeUsers } from '@switchback/testing/fake-users';
import { fakeClients } from '@switchback/testing/fakes';
import { KAFKA_BROKERS, WITHOUT_KAFKA, dropKafkaPrefix, freshPrefix } from '@switchback/testing/kafka';
import { PromptJobs } from '@switchback/testing/prompt-jobs';
import { TcpProxy } from '@switchback/testing/tcp-proxy';
import { testHost } from '@switchback/testing/test-host';
import { waitUntil } from '@switchback/testing/wait';

/** Guards against hangs: Kafka takes seconds to admit a consumer. */
const PUBLISHED_MS = 30_000;
const CACHE_MS = 5_000;

/** A gateway whose session cache has its own clock, so that no session expires in passing. */
interface OwnGateway {
  gateway: Gateway;
  sessions: Sessions;
  clock: { nowMs: number };
}

let database: TestDatabase;
let wire: TcpProxy;
let auth: AuthRpc;
let mailbox: Mailbox;
let users: FakeUsers;
let staff: Staff;
let own: OwnGateway[];
const closers = new Closers();

/** Opens the bus of one process. */
async function busOf(settings: Settings, url: string) {
  const bus = await openBus(settings, { database: async () => ({ url }), clock: systemClock });
  closers.add(() => bus.stop());
  return bus;
}

async function startAuth(settings: Settings): Promise<AuthRpc> {
  const bus = await busOf(settings, database.url);
  const jobs = new PromptJobs();
  const host = testHost({
    settings,
    database: async () => ({ url: database.url }),
    bus: async () => bus,
    jobs: async () => jobs as unknown as Jobs,
    limits: async () => new MemoryLimits(systemClock),
    peer: <Contract>() => Promise.resolve(new FakeUsernames() as unknown as Rpc<Contract>),
  });
  const app = await Test.createTestingModule({
    imports: [PlatformModule.forService(host, { ...service, publishes: topicsOf('auth') }), AuthModule],
  })
    .overrideProvider(MAILER)
    .useValue(mailbox)
    .overrideProvider(PasswordHasher)
    .useValue(new PasswordHasher({ cost: CHEAP }))
    .compile();
  await app.init();
  jobs.work(MAIL_JOB, (payload) => app.get(MailWorker).send(payload));
  closers.add(() => host.closers.close());
  closers.add(() => app.close());
  return app.get(AuthRpc);
}

/** Opens staff access as `npm run account` does, in a separate process. */
async function openStaff(): Promise<Staff> {
  const source = await connectAuth({ url: database.url });
  closers.add(() => source.destroy());
  const hasher = new PasswordHasher({ cost: CHEAP });
  const usernames = async () => new FakeUsernames();
  return createStaff(source, { clock: systemClock, ids: randomIds, users: usernames, passwordMin: 6, hasher });
}

async function startGateway(settings: Settings, url: string): Promise<OwnGateway> {
  const clock = { nowMs: 0 };
  const options = { timeoutMs: 5_000, roundTrip: true };
  const clients = {
    ...fakeClients(),
    auth: bindInProcess<AuthService>(AuthServiceDefinition, auth, options),
    users,
  };
  const metrics = createMetrics('gateway');
  closers.add(async () => metrics.close());
  const host = testHost({
    settings,
    metrics,
    bus: () => busOf(settings, url),
    limits: async () => new MemoryLimits(systemClock),
    clock: { ...systemClock, monotonicMs: () => clock.nowMs },
  });
  const gateway = await createGateway(host, clients);
  const sessions = gateway.app.get(Sessions);
  closers.add(followEndedSessions(host, sessions));
  closers.add(() => gateway.close());
  return { gateway, sessions, clock };
}

async function open(environment: Record<string, string>): Promise<void> {
  database = await createTestDatabase();
  closers.add(() => database.drop());
  const { proxy, url } = await TcpProxy.forUrl(database.url);
  wire = proxy;
  closers.add(() => wire.close());
  const settings = loadSettings({ DATABASE_URL: database.url, READ_LIMIT_PER_MINUTE: '0', ...environment });
  [mailbox, users] = [new Mailbox(), new FakeUsers()];
  auth = await startAuth(settings);
  staff = await openStaff();
  own = [await startGateway(settings, database.url), await startGateway(settings, url)];
}

/** Signs up a member; returns a function that opens a session for them. */
async function member(email: string): Promise<() => Promise<string>> {
  await auth.signUp(signUpRequest(email), VISITOR);
  await waitUntil('the mail', () => mailbox.to(email).length > 0);
  const link = mailbox.linkTo(email);
  await auth.confirmSignUp(link, VISITOR);
  users.add(link.userId, { username: email.split('@')[0]! });
  return async () => (await auth.logIn(logInRequest(email), VISITOR)).token;
}

async function statusOf({ gateway }: OwnGateway, token: string): Promise<number> {
  const { statusCode } = await gateway.inject({ method: 'POST', url: '/api/auth/login', payload: { token } });
  return statusCode;
}

const logOut = ({ gateway }: OwnGateway, token: string) =>
  gateway.inject({ method: 'POST', url: '/api/auth/logout', payload: { token } });

/** Waits until the second gateway receives the news of sessions that end through the first. */
async function untilPublished(logIn: () => Promise<string>): Promise<void> {
  const [first, second] = own as [OwnGateway, OwnGateway];
  const isPublished = async () => {
    const token = await logIn();
    await statusOf(second, token);
    await logOut(first, token);
    const isRefused = async () => (await statusOf(second, token)) === 401;
    return waitUntil('the news', isRefused, 2_000).then(
      () => true,
      () => false,
    );
  };
  await waitUntil('the second gateway to be told', isPublished, PUBLISHED_MS);
}

const engines = [
  { name: 'the PostgreSQL bus', suite: describe, environment: () => ({}) },
  {
    name: KAFKA_BROKERS.length > 0 ? 'Kafka' : WITHOUT_KAFKA,
    suite: KAFKA_BROKERS.length > 0 ? describe : describe.skip,
    environment: () => {
      const prefix = freshPrefix();
      closers.add(() => dropKafkaPrefix(prefix));
      return { KAFKA_BROKERS: KAFKA_BROKERS.join(), KAFKA_PREFIX: prefix };
    },
  },
];

for (const { name, suite, environment } of engines) {
  suite(`two gateways over one auth service, with ${name}`, () => {
    beforeAll(() => open(environment()), 60_000);
    afterAll(() => closers.close(), 60_000);

    it('a session that ends through one is rejected by the other, which had it cached', async () => {
      const [first, second] = own as [OwnGateway, OwnGateway];
      const logIn = await member('ann@example.com');
      await untilPublished(logIn);
      const [ended, kept] = [await logIn(), await logIn()];
      for (const token of [ended, kept]) expect(await statusOf(second, token)).toBe(200);
      await logOut(first, ended);
      await waitUntil('the other to refuse it', async () => (await statusOf(second, ended)) === 401);
      expect([await statusOf(first, kept), await statusOf(second, kept)]).toEqual([200, 200]);
    }, 120_000);

    it('and so are all sessions of a person who sets a new password', async () => {
      const [, second] = own as [OwnGateway, OwnGateway];
      const logIn = await member('ben@example.com');
      await untilPublished(logIn);
      const tokens = [await logIn(), await logIn()];
      for (const token of tokens) expect(await statusOf(second, token)).toBe(200);
      const before = mailbox.to('ben@example.com').length;
      await auth.requestPasswordReset({ email: 'ben@example.com', origin: undefined });
      await waitUntil('the mail', () => mailbox.to('ben@example.com').length > before);
      const link = mailbox.linkTo('ben@example.com');
      await auth.confirmPasswordReset({ ...link, password: `${PASSWORD}-2`, origin: undefined }, VISITOR);
      const statuses = () => Promise.all(tokens.map((token) => statusOf(second, token)));
      await waitUntil('both to be refused', async () => (await statuses()).every((status) => status === 401));
    }, 120_000);

    it('a privilege that staff revoke is revoked on every gateway immediately', async () => {
      const [, second] = own as [OwnGateway, OwnGateway];
      const logIn = await member('dan@example.com');
      await untilPublished(logIn);
      const token = await logIn();
      const typeOf = async () => (await second.sessions.callerOf(token, VISITOR)).accountType;
      await staff.setType('dan@example.com', 'hero');
      await waitUntil('the hero', async () => (await typeOf()) === 'hero');
      await staff.setType('dan@example.com', 'free');
      await waitUntil('the demotion', async () => (await typeOf()) === 'free');
    }, 120_000);
  });
}

describe('while one of two gateways has no bus', () => {
  beforeAll(() => open({}), 60_000);
  afterAll(() => closers.close(), 60_000);

  it('a session that ends through the other is rejected within five seconds, and at once with the bus', async () => {
    const [first, second] = own as [OwnGateway, OwnGateway];
    const logIn = await member('cat@example.com');
    await untilPublished(logIn);
    wire.cut();
    const token = await logIn();
    expect(await statusOf(second, token)).toBe(200);
    await logOut(first, token);
    second.clock.nowMs += CACHE_MS - 1;
    expect(await statusOf(second, token)).toBe(200);
    second.clock.nowMs += 1;
    expect(await statusOf(second, token)).toBe(401);
    wire.restore();
    await untilPublished(logIn);
  }, 120_000);
});
