// Aim: the module is wired up as in the product.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadSettings } from '@switchback/platform/config/settings';
import type { EventBus } from '@switchback/platform/events/bus';
import type { EncodedEvent } from '@switchback/platform/events/event';
import { accountsTopic } from '@switchback/platform/events/topics';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { MemoryLimits } from '@switchback/platform/limits/memory/memory-limits';
import type { RpcOf } from '@switchback/platform/nest/rpc-controller';
import { startService } from '@switchback/platform/start/start-services';
import type { Rpc } from '@switchback/platform/rpc/call';
import type { AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import { TestClock } from '@switchback/testing/test-clock';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { PromptJobs } from '@switchback/testing/prompt-jobs';
import { testHost } from '@switchback/testing/test-host';
import { waitUntil } from '@switchback/testing/wait';
import { FakeUsernames, logInRequest, signUpRequest, VISITOR } from './auth.fixture.js';
import { auth } from './service.js';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'auth-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Reads the link from the only mail. */
async function linkIn(mails: string): Promise<{ userId: string; code: string }> {
  await waitUntil('the mail', async () => (await readdir(mails).catch(() => [])).some((name) => name.endsWith('.eml')));
  const [name = ''] = await readdir(mails);
  const text = (await readFile(join(mails, name), 'utf8')).replace(/=\r?\n/g, '');
  const [, userId = '', code = ''] = /verify\/([\w-]+)\/([\w-]+)/.exec(text) ?? [];
  return { userId, code };
}

describe('the auth module', () => {
  it('signs a person up and publishes it', async () => {
    const published: EncodedEvent[] = [];
    const publish: EventBus['publish'] = async (_topic, events) => void published.push(...events);
    const subscribe: EventBus['subscribe'] = async () => undefined;
    const [users, clock] = [new FakeUsernames(), new TestClock()];
    const schedules: string[] = [];
    const jobs = Object.assign(new PromptJobs(), {
      schedule: (kind: { name: string }, cron: string) => void schedules.push(`${kind.name} ${cron}`),
    });
    const host = testHost({
      settings: loadSettings({ PUBLIC_URL: 'https://drives.example', DATA_DIR: folder }),
      clock,
      database: async () => ({ url: database.url }),
      limits: async () => new MemoryLimits(clock),
      jobs: async () => jobs as unknown as Jobs,
      bus: async () => ({ publish, subscribe }) as unknown as EventBus,
      peer: <Contract>() => Promise.resolve(users as unknown as Rpc<Contract>),
    });
    const { implementation } = await startService(host, auth);
    const rpc = implementation as unknown as RpcOf<typeof AuthServiceDefinition>;
    await rpc.signUp(signUpRequest('ann@example.com'), VISITOR);
    await rpc.confirmSignUp(await linkIn(join(folder, 'mail')), VISITOR);
    const { token } = await rpc.logIn(logInRequest('ann@example.com'), VISITOR);
    await waitUntil('the event', () => published.length === 1);
    const event = accountsTopic.codec.decode(published[0]!.payload);
    expect([token.length, event.saved?.enabled, schedules]).toEqual([43, true, ['auth.upkeep * * * * *']]);
    await host.closers.close();
  });
});
