// Aim: deleting an account leaves none of that person's data anywhere, except as docs/personal-data.md lists.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auth } from '@switchback/auth/service';
import { billing } from '@switchback/billing/service';
import { alter, importedDrive } from '@switchback/drives/drives.fixture';
import { connectDrives, createDriveImports } from '@switchback/drives/schema';
import { drives } from '@switchback/drives/service';
import { media } from '@switchback/media/service';
import { loadSettings } from '@switchback/platform/config/settings';
import { type Host, type RunningProcess, startProcess } from '@switchback/platform/process/host';
import { startServices } from '@switchback/platform/start/start-services';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import type { AuthService } from '@switchback/proto/auth/v1/service';
import type { BillingService } from '@switchback/proto/billing/v1/service';
import type { MediaService } from '@switchback/proto/media/v1/service';
import { Filters, type SearchService } from '@switchback/proto/search/v1/service';
import { DriveList, type UsersService } from '@switchback/proto/users/v1/service';
import { roads } from '@switchback/roads/service';
import { search } from '@switchback/search/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { FakeRoads } from '@switchback/testing/fake-roads';
import { tablesWith } from '@switchback/testing/remains';
import { waitUntil } from '@switchback/testing/wait';
import { users } from '@switchback/users/service';

const USERNAME = 'canary.name';
/** Words that identify the person, and the tables that may still contain each. */
const KEPT: Record<string, string[]> = {
  [USERNAME]: ['bus.event'],
  'canary-mail@example.com': [],
  'canary-first': [],
  'canary-bio': [],
  'canary-search': [],
  'canary-road': ['bus.event'],
  'canary-card': [],
  'canary-reason': [],
  'canary-photo': [],
};
const MAY_HOLD_ID = ['bus.event', 'drives.owner', 'media.person', 'reviews.person'];
const PASSWORD = 'secret-canary-1';
const VISITOR: Call = { requestId: 'deletion', caller: null };
const ORIGIN = { address: '192.0.2.1', agent: 'spec' };
/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Product {
  auth: Rpc<AuthService>;
  billing: Rpc<BillingService>;
  media: Rpc<MediaService>;
  search: Rpc<SearchService>;
  users: Rpc<UsersService>;
}

let database: TestDatabase;
let folder: string;
let host: Host;
let running: RunningProcess;
let product: Product;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'deletion-'));
  const [port, management] = [await freePort(), await freePort()];
  const settings = loadSettings({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    DEMO: 'off',
    PORT: String(port),
    MANAGEMENT_PORT: String(management),
    LISTEN_HOST: '127.0.0.1',
  });
  const start = async (input: Host) => {
    host = input;
    product = await startServices(input, { auth, billing, drives, media, roads, search, users });
    return 'nowhere';
  };
  running = await startProcess({ name: 'all', command: '', defaultPort: port, isAlone: true, start }, settings);
}, 120_000);
afterAll(async () => {
  await running.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Reads the user ID and the code from the link in the only mail. */
async function mailedLink(): Promise<{ userId: string; code: string }> {
  const mails = join(folder, 'mail');
  const written = () => readdir(mails).catch(() => [] as string[]);
  await waitUntil('the mail', async () => (await written()).some((name) => name.endsWith('.eml')), 30_000);
  const text = await readFile(join(mails, (await written())[0]!), 'utf8');
  const [, userId = '', code = ''] = /verify\/([\w-]+)\/([\w-]+)/.exec(text.replace(/=\r?\n/g, '')) ?? [];
  return { userId, code };
}

/** Signs up as any person would. */
async function joined(): Promise<Call> {
  await product.auth.signUp(
    { email: 'canary-mail@example.com', username: USERNAME, password: PASSWORD, origin: ORIGIN },
    VISITOR,
  );
  const { userId, code } = await mailedLink();
  await product.auth.confirmSignUp({ userId, code }, VISITOR);
  return { requestId: 'deletion', caller: { userId, accountType: 'hero' } };
}

/** Gives the person a public drive and a private one. */
async function giveDrives(ownerId: string): Promise<void> {
  const source = await connectDrives({ url: database.url });
  const { clock, ids } = host;
  const service = createDriveImports(source, {
    clock,
    ids,
    places: await host.places(),
    roads: async () => new FakeRoads(),
  });
  const own = { ownerId, ownerUsername: USERNAME, official: false };
  await service.importDrives([importedDrive({ id: 'open' }), importedDrive({ id: 'hidden' })]);
  await alter(source, 'open', own);
  await alter(source, 'hidden', { ...own, privacy: 'private', status: 'none' });
  const changed = [
    importedDrive({ id: 'open', title: 'Open road' }),
    importedDrive({ id: 'hidden', title: 'canary-road' }),
  ];
  await service.importDrives(changed);
  await source.destroy();
}

async function found(text: string, call: Call): Promise<string[]> {
  const kinds = { includePublic: true, includePrivate: true, includeShared: true };
  const filters = { ...Filters.decode(new Uint8Array()), ...kinds, text };
  const request = {
    filters,
    fields: [],
    sort: 'distance',
    bookmark: undefined,
    includeCount: false,
    have: [],
    facets: undefined,
  };
  const { drivesJson } = await product.search.search(request, call);
  return [Buffer.from(drivesJson).toString()];
}

/** Subscribes and cancels. */
async function subscribed(call: Call): Promise<void> {
  const { billing: pay } = product;
  const { id: intentId } = (await pay.createPaymentIntent({}, call)).paymentIntent!;
  const card = { number: '4111111111111111', expiryMonth: 12, expiryYear: 2_090, cvv: '123', name: 'canary-card' };
  await pay.authorizeSandbox({ intentId, ...card, challengeId: '', challengeAnswer: '' }, call);
  await pay.addPaymentSource({ intentId }, call);
  await pay.createSubscription({ idempotencyKey: 'key', fingerprint: 'same' }, call);
  const reasons = { tooExpensive: false, noUse: false, lacksFeatures: false, other: true };
  await pay.cancelSubscription({ ...reasons, message: 'canary-reason' }, call);
}

/** Uploads a photo and likes it. */
async function photographed(driveId: string, call: Call): Promise<void> {
  const upload = `uploads/photo-${driveId}.bin`;
  const picture = Buffer.from(PNG, 'base64');
  await (await host.storage()).put(upload, [picture], { contentType: 'image/png', maxBytes: picture.length });
  const credit = { userId: call.caller!.userId, name: 'canary-photo', externalUrl: '', description: '' };
  const entries = [{ upload, credit, description: '', withPlace: false }];
  const { photos } = await product.media.savePhotos({ driveId, entries, whole: false, idempotency: undefined }, call);
  await product.media.likePhoto({ driveId, id: photos[0]!.id, like: true }, call);
}

/** Takes every action that leaves personal data. */
async function lived(call: Call): Promise<void> {
  const userId = call.caller!.userId;
  await giveDrives(userId);
  await subscribed(call);
  const lists = async () => (await product.users.getUser({}, call)).user!.lists!;
  // Events of different drives arrive in any order.
  await waitUntil('their drives', async () => {
    const { private: hidden, published } = await lists();
    return hidden.length === 1 && published.length === 1;
  });
  const { published, private: hidden } = await lists();
  for (const driveId of [published[0]!, hidden[0]!]) await photographed(driveId, call);
  for (const list of [DriveList.DRIVE_LIST_SAVED, DriveList.DRIVE_LIST_COMPLETED])
    await product.users.listDrive({ driveId: published[0]!, list, listed: true }, call);
  const searched = { type: 'text', label: 'canary-search', value: 'canary-search' };
  await product.users.addRecentSearch({ search: searched }, call);
  const avatarUpload = 'uploads/canary.bin';
  const picture = Buffer.from(PNG, 'base64');
  await (await host.storage()).put(avatarUpload, [picture], { contentType: 'image/png', maxBytes: picture.length });
  const typed = { firstName: 'canary-first', bio: 'canary-bio', countryId: 233, avatarUpload, removeAvatar: false };
  await product.users.saveProfile(typed, call);
  const login = { email: 'canary-mail@example.com', password: PASSWORD, origin: ORIGIN, oneTimeCode: '' };
  await product.auth.logIn(login, VISITOR);
  const { id } = await product.users.requestExport({}, call);
  await waitUntil('the export', async () => (await product.users.getExport({ id }, call)).key !== '', 30_000);
  await waitUntil('the index', async () => (await found('canary', call)).join().includes('canary-road'));
}

describe('a person who deletes their account', () => {
  it('leaves only the documented data', async () => {
    const call = await joined();
    const { userId } = call.caller!;
    await lived(call);
    for (const word of ['canary-bio', 'canary-card', 'canary-reason'])
      expect(await tablesWith(database.url, [word])).not.toEqual([]);
    expect(await tablesWith(database.url, ['4111111111111111'])).toEqual([]);
    expect(await tablesWith(database.url, ['canary-photo'])).toEqual(['media.photo']);
    await product.auth.deleteAccount({ sessionId: '', password: PASSWORD }, call);
    await waitUntil('the index to forget', async () => {
      const answer = (await found('road', call)).join();
      return answer.includes('Open road') && !/canary/.test(answer) && !answer.includes(userId);
    });
    const jobs = await host.jobs();
    const areDone = async () => (await jobs.stats()).every(({ waiting, active }) => waiting + active === 0);
    await waitUntil('the jobs', areDone, 30_000);
    for (const [word, tables] of [...Object.entries(KEPT), [userId, MAY_HOLD_ID] as const]) {
      const holding = await tablesWith(database.url, [word]);
      expect([word, holding.filter((table) => !tables.includes(table))]).toEqual([word, []]);
    }
    const files = await (await host.storage()).list({ prefix: '', max: 1_000 });
    expect(files.filter(({ key }) => key.includes(userId) || key.startsWith('uploads/'))).toEqual([]);
  }, 120_000);
});
