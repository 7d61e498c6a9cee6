import { systemClock } from '@switchback/platform/clock';
import type { DiskStorage } from '@switchback/platform/storage/disk/disk-storage';
import type { EncodedEvent, Event } from '@switchback/platform/events/event';
import { contactTopic, popularityTopic, usersTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import type { Places } from '@switchback/platform/places/places';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import type { DriveSummary } from '@switchback/proto/drives/v1/drive';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import type { ContactEvent } from '@switchback/proto/users/v1/events';
import { FakeAuth } from '@switchback/testing/fake-auth';
import { FakeMailer } from '@switchback/testing/fake-mailer';
import { drive, FakeDrives } from '@switchback/testing/fake-services';
import { PromptJobs } from '@switchback/testing/prompt-jobs';
import { openTempStorage } from '@switchback/testing/temp-storage';
import type { DataSource } from 'typeorm';
import { onContactEvent } from './consumers/on-contact-event.js';
import { connectUsers, createUsers, type UsersParts, workOnJobs } from './users.module.js';

/** The users service over a real database, with a drives service that knows nothing but what is added. */
export interface OpenedUsers extends UsersParts {
  source: DataSource;
  drives: FakeDrives;
  auth: FakeAuth;
  storage: DiskStorage;
  mailer: FakeMailer;
  /** Takes in a message to the staff; its job is done at once. */
  receive(event: Event<ContactEvent>): Promise<void>;
  close(): Promise<void>;
}

/** Where messages to the staff are mailed. */
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
  const source = await connectUsers({ url });
  const drives = new FakeDrives();
  const auth = new FakeAuth();
  const jobs = new PromptJobs();
  const files = await openTempStorage();
  const mailer = new FakeMailer();
  const options = {
    ...{ clock: systemClock, ids: randomIds, places: places as Places },
    drives: () => Promise.resolve(drives),
    auth: () => Promise.resolve(auth),
    ...{ jobs, storage: files.storage },
    onLeftOver: (error: unknown) => {
      throw error;
    },
  };
  const parts = createUsers(source, options);
  workOnJobs({ ...options, contactDesk: { mailer, address: STAFF, product: 'Switchback' } }, parts);
  const close = async () => {
    await source.destroy();
    await files.close();
  };
  const onContact = onContactEvent(parts.messages, jobs);
  const receive = (event: Event<ContactEvent>) => onContact([event]);
  return { ...parts, source, drives, auth, storage: files.storage, mailer, receive, close };
}

export function as(userId: string, accountType: Caller['accountType'] = 'hero'): Call {
  return { requestId: 'spec', caller: { userId, accountType } };
}

export const VISITOR: Call = { requestId: 'spec', caller: null };

/** Signs somebody up and confirms them; their username is their id. */
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

/** The event of a drive; public and official unless said otherwise. */
export function driveEvent(given: Partial<DriveSummary>, { ownerId = '', sharedWith = [] }: Access = {}): DriveEvent {
  const summary = drive(given);
  return {
    ...{ id: summary.id, rev: summary.rev, deleted: undefined },
    saved: { summary, path: '', ownerId, sharedWith, popularity: 0, audience: undefined },
  };
}

export function deletedDrive(id: string, rev: number): DriveEvent {
  return { id, rev, saved: undefined, deleted: {} };
}

const CODECS = new Map(
  [usersTopic, popularityTopic, contactTopic].map(({ name, codec }) => [name, codec.decode.bind(codec)] as const),
);

/** What waits in the outbox, oldest first, decoded. */
export async function outboxOf(source: DataSource): Promise<{ topic: string; type: string; payload: unknown }[]> {
  const rows = await source.query<({ topic: string } & Pick<EncodedEvent, 'type' | 'payload'>)[]>(
    'select topic, type, payload from outbox order by position',
  );
  return rows.map(({ topic, type, payload }) => ({ topic, type, payload: CODECS.get(topic)?.(payload) }));
}
