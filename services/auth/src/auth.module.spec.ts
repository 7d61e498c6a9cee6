// Aim: composed as in the product, the parts find each other; and the schema is the one the code expects.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { loadSettings } from '@switchback/platform/config/settings';
import type { EventBus } from '@switchback/platform/events/bus';
import type { EncodedEvent } from '@switchback/platform/events/event';
import { accountsTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import { MemoryLimits } from '@switchback/platform/limits/memory/memory-limits';
import { AdjustableClock } from '@switchback/testing/adjustable-clock';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { PromptJobs } from '@switchback/testing/prompt-jobs';
import { waitUntil } from '@switchback/testing/wait';
import { CHEAP, FakeUsernames, logInRequest, Mailbox, openAuth, signUpRequest, VISITOR } from './auth.fixture.js';
import { AuthModule } from './auth.module.js';
import { AuthRpc } from './auth.rpc.js';
import { authSettings } from './auth-settings.js';
import { MIGRATIONS } from './create-auth.js';
import { PasswordHasher } from './passwords/password-hasher.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const fail = (error: unknown) => {
  throw error;
};

describe('the auth module', () => {
  it('takes a person in and tells the others', async () => {
    const published: EncodedEvent[] = [];
    const publish: EventBus['publish'] = async (_topic, events) => void published.push(...events);
    const [mailbox, users, clock] = [new Mailbox(), new FakeUsernames(), new AdjustableClock()];
    const schedules: string[] = [];
    const jobs = Object.assign(new PromptJobs(), {
      schedule: (kind: { name: string }, cron: string) => void schedules.push(`${kind.name} ${cron}`),
    });
    const module = AuthModule.register({
      ...authSettings(loadSettings({ PUBLIC_URL: 'https://drives.example' })),
      ...{ clock, ids: randomIds, jobs, mailer: mailbox, limits: new MemoryLimits(clock), users: async () => users },
      database: { url: database.url },
      bus: { publish } as unknown as EventBus,
      hasher: new PasswordHasher({ cost: CHEAP }),
      onProviderFault: fail,
      onMailError: fail,
      onRelayError: fail,
    });
    const app = await Test.createTestingModule({ imports: [module] }).compile();
    await app.init();
    const rpc = app.get(AuthRpc);
    await rpc.signUp(signUpRequest('ann@example.com'), VISITOR);
    await rpc.confirmSignUp(mailbox.linkTo('ann@example.com'), VISITOR);
    const { token } = await rpc.logIn(logInRequest('ann@example.com'), VISITOR);
    await waitUntil('the event', () => published.length === 1);
    const event = accountsTopic.codec.decode(published[0]!.payload);
    expect([token.length, event.saved?.enabled, schedules]).toEqual([43, true, ['auth.upkeep * * * * *']]);
    await app.close();
  });
});

describe('the schema', () => {
  it('that migrations make is the one the entities describe', async () => {
    // Aim: a column added to one and not to the other is noticed here, not in production.
    const auth = await openAuth(database.url);
    const { upQueries } = await auth.source.driver.createSchemaBuilder().log();
    await auth.close();
    // Over the schema of the next release there is more, and nothing less.
    const isMore = (query: string) =>
      Boolean(process.env['TEST_SCHEMA_DATABASE']) && / DROP (COLUMN|INDEX) /.test(query);
    expect(upQueries.map(({ query }) => query).filter((query) => !isMore(query))).toEqual([]);
  });

  it('goes back down without a trace', async () => {
    const spare = await createTestDatabase();
    const opened = await openAuth(spare.url);
    const runner = opened.source.createQueryRunner();
    for (const Migration of MIGRATIONS.toReversed()) await new Migration().down(runner);
    const tables = await opened.source.query<unknown[]>(
      `select tablename from pg_tables where schemaname = 'auth' and tablename <> 'migrations'`,
    );
    await runner.release();
    await opened.close();
    await spare.drop();
    expect(tables).toEqual([]);
  });
});
