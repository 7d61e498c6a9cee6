import { Test } from '@nestjs/testing';
import type { DiskStorage } from '@switchback/platform/storage/disk/disk-storage';
import type { EncodedEvent, Event } from '@switchback/platform/events/event';
import { contactTopic, popularityTopic, usersTopic } from '@switchback/platform/events/topics';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { PlatformModule } from '@switchback/platform/nest/platform.module';
import type { Places } from '@switchback/platform/places/places';
import type { Peer } from '@switchback/platform/process/peers';
import type { Call, Caller, Rpc } from '@switchback/platform/rpc/call';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import type { DriveSummary } from '@switchback/proto/drives/v1/drive';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import type { ContactEvent } from '@switchback/proto/users/v1/events';
import { FakeAuth } from '@switchback/testing/fake-auth';
import { FakeBilling } from '@switchback/testing/fake-billing';
import { FakeMailer } from '@switchback/testing/fake-mailer';
import { drive, FakeDrives } from '@switchback/testing/fake-drives';
import { PromptJobs } from '@switchback/testing/prompt-jobs';
import { testHost } from '@switchback/testing/test-host';
import { openTempStorage } from '@switchback/testing/temp-storage';
import { DataSource } from 'typeorm';
import { ContactConsumer } from './consumers/contact.consumer.js';
import { CONTACT_DESK, CONTACT_MAIL_JOB, ContactMailWorker } from './contact/contact-mail.js';
import { ContactMessages } from './contact/contact-messages.js';
import { EXPORT_JOB, ExportsService } from './exports/exports.service.js';
import { DriveFacts } from './facts/drive-facts.js';
import { users } from './service.js';
import type { MediaPeer } from './peers.js';
import { AccountsService } from './profiles/accounts.service.js';
import { UsersModule } from './users.module.js';
import { UsersRpc } from './users.rpc.js';

const PROVIDERS = {
  accounts: AccountsService,
  exports: ExportsService,
  facts: DriveFacts,
  messages: ContactMessages,
  rpc: UsersRpc,
} as const;

type Providers = { [Name in keyof typeof PROVIDERS]: InstanceType<(typeof PROVIDERS)[Name]> };

/** The users service on a real database, with a drives service that knows only the drives added to it. */
export interface OpenedUsers extends Providers {
  source: DataSource;
  drives: FakeDrives;
  auth: FakeAuth;
  /** The media service, as the export calls it. */
  media: Awaited<ReturnType<MediaPeer>>;
  storage: DiskStorage;
  mailer: FakeMailer;
  /** Consumes a message to the staff; its job runs at once. */
  receive(event: Event<ContactEvent>): Promise<void>;
  close(): Promise<void>;
}

/** Address for messages to the staff. */
export const STAFF = 'staff@drives.example';

/** Two countries, each with a state and a city. */
export const REGIONS = {
  unitedStates: { id: 233, name: 'United States' },
  northCarolina: { id: 1446, name: 'North Carolina' },
  asheville: { id: 111, name: 'Asheville' },
  italy: { id: 107, name: 'Italy' },
  trentino: { id: 1725, name: 'Trentino' },
  trento: { id: 222, name: 'Trento' },
};

const places: Pick<Places, 'countries' | 'states' | 'cities'> = {
  countries: async () => [REGIONS.unitedStates, REGIONS.italy],
  states: async (country) => ({ 233: [REGIONS.northCarolina], 107: [REGIONS.trentino] })[country] ?? [],
  cities: async (country, state) =>
    new Map([
      ['233/1446', [REGIONS.asheville]],
      ['107/1725', [REGIONS.trento]],
    ]).get(`${country}/${state}`) ?? [],
};

export async function openUsers(url: string): Promise<OpenedUsers> {
  const [drives, auth, jobs, mailer] = [new FakeDrives(), new FakeAuth(), new PromptJobs(), new FakeMailer()];
  const media: OpenedUsers['media'] = { listOwnPhotos: async () => ({ photos: [] }) };
  const files = await openTempStorage();
  const host = testHost({
    database: async () => ({ url }),
    jobs: async () => jobs as unknown as Jobs,
    storage: async () => files.storage,
    places: async () => places as Places,
    peer: peersOf({ auth, drives, media }),
    logger: loud,
  });
  // No relay or consumer runs: events about people stay in the outbox for inspection.
  const platform = PlatformModule.forService(host, { ...users, publishes: [] });
  const app = await Test.createTestingModule({ imports: [platform, UsersModule] })
    .overrideProvider(CONTACT_DESK)
    .useValue({ mailer, address: STAFF, product: 'Switchback' })
    .compile();
  const providers = Object.fromEntries(
    Object.entries(PROVIDERS).map(([name, part]) => [name, app.get<object>(part)]),
  ) as Providers;
  jobs.work(EXPORT_JOB, (payload, context) => providers.exports.make(payload, context));
  jobs.work(CONTACT_MAIL_JOB, (payload) => app.get(ContactMailWorker).send(payload));
  const close = async () => {
    await app.close();
    await host.closers.close();
    await files.close();
  };
  const receive = (event: Event<ContactEvent>) => app.get(ContactConsumer).consume([event]);
  return {
    ...providers,
    source: app.get(DataSource),
    drives,
    auth,
    media,
    storage: files.storage,
    mailer,
    receive,
    close,
  };
}

/** Fails the spec on errors that would otherwise only be logged. */
const loud = {
  warn({ error }: { error: unknown }) {
    throw error;
  },
} as unknown as Logger;

/** Resolves the other services, as the users service requests them. */
export function peersOf(overrides: Partial<Record<'auth' | 'drives' | 'media', object>>): Peer {
  const fakes = { billing: new FakeBilling(), ...overrides };
  return <Contract>(name: string) => Promise.resolve(fakes[name as keyof typeof fakes] as Rpc<Contract>);
}

export function as(userId: string, accountType: Caller['accountType'] = 'hero'): Call {
  return { requestId: 'spec', caller: { userId, accountType } };
}

export const VISITOR: Call = { requestId: 'spec', caller: null };

/** Signs up a person and confirms them; their username is their id. */
export async function join(
  { rpc }: Pick<OpenedUsers, 'rpc'>,
  userId: string,
  accountType: Caller['accountType'] = 'hero',
) {
  const until = new Date(Date.now() + 60_000).toISOString();
  await rpc.reserveUsername({ userId, username: userId, until });
  await rpc.createProfile({ userId, accountType: toWireAccountType(accountType) });
}

interface Access {
  ownerId?: string;
  sharedWith?: string[];
}

/** Builds the event of a drive, public and official by default. */
export function driveEvent(
  overrides: Partial<DriveSummary>,
  { ownerId = '', sharedWith = [] }: Access = {},
): DriveEvent {
  const summary = drive(overrides);
  return {
    id: summary.id,
    rev: summary.rev,
    deleted: undefined,
    saved: { summary, path: '', ownerId, sharedWith, popularity: 0, audience: undefined },
  };
}

export function deletedDrive(id: string, rev: number): DriveEvent {
  return { id, rev, saved: undefined, deleted: {} };
}

const CODECS = new Map(
  [usersTopic, popularityTopic, contactTopic].map(({ name, codec }) => [name, codec.decode.bind(codec)] as const),
);

/** Returns the decoded events in the outbox, oldest first. */
export async function outboxOf(source: DataSource): Promise<{ topic: string; type: string; payload: unknown }[]> {
  const statement = 'select topic, type, payload from outbox order by position';
  const rows: ({ topic: string } & Pick<EncodedEvent, 'type' | 'payload'>)[] = await source.query(statement);
  return rows.map(({ topic, type, payload }) => ({ topic, type, payload: CODECS.get(topic)?.(payload) }));
}
