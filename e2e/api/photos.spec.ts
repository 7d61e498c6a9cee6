// Aim: a photo goes from a person's file to every visitor's card, and each person sees what they may at each step.
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { join, joinAs, type Person } from '../support/people.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const base = process.env.BASE_URL ?? 'http://localhost:8080';
const api = new Api(base);
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const EVENTS = { timeout: process.env.KAFKA_BROKERS ? 30_000 : 15_000 };

interface Photo {
  id: string;
  small: string;
  original: string;
  pending: boolean;
  primary: boolean;
  likes: string[];
}

let ann: Person;
let ben: Person;
let admin: Person;
let free: Person;
let driveId: string;
let photo: Photo;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  [ann, ben] = [await joinAs(api, mailbox, 'hero'), await joinAs(api, mailbox, 'hero')];
  admin = await joinAs(api, mailbox, 'admin');
  free = await join(api, mailbox);
  const { body } = await api.call('GET', '/api/drives/popular');
  driveId = (body.drives as { id: string }[]).at(-2)?.id ?? '';
});

const path = (rest = '') => `/api/drives/drive/${driveId}/photos${rest}`;
const picture = () =>
  sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#226644' } })
    .withExif({ IFD0: { Copyright: 'CANARY' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
const send = (bytes: Uint8Array<ArrayBuffer> | Buffer, person?: Person, info: object = {}) => {
  const form = new FormData();
  if (person) form.append('token', person.token);
  form.append('photosInfo[]', JSON.stringify({ key: '0_road.jpg', ...info }));
  form.append('photos[]', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), '0_road.jpg');
  return api.call('POST', path('/photo'), form);
};
const seen = async (person?: Person) =>
  (await api.call('GET', path(), undefined, person?.token)).body.photos as Photo[];
const status = async (url: string) => (await fetch(base + url)).status;
const card = async () => {
  const { body } = await api.call('POST', '/api/drives/summaries', { ids: [driveId] });
  return (body.drives as { photos: { id: string }[] }[])[0]?.photos.map(({ id }) => id);
};

test('a photo is rejected by role, by its bytes and by its fields, and nothing is stored', async () => {
  expect((await send(await picture())).status).toBe(401);
  const { status: refused, body } = await send(await picture(), free);
  expect([refused, (body.additional as { upgrade: boolean }).upgrade]).toEqual([403, true]);
  const text = await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), ann);
  expect([text.status, Object.keys(text.body.fields as object)]).toEqual([415, ['photos']]);
  const link = await send(await picture(), ann, { credit: { name: 'Ann', externalUrl: 'javascript:alert(1)' } });
  expect([link.status, Object.keys(link.body.fields as object)]).toEqual([400, ['photosInfo[].0.credit.externalUrl']]);
  const long = await send(await picture(), ann, { description: 'x'.repeat(201) });
  expect(long.status).toBe(400);
  expect(JSON.stringify(long.body.fields)).toContain('Photo description cannot exceed 200 characters');
  const none = new FormData();
  none.append('token', ann.token);
  for (const address of [path('/photo'), '/api/blob/convert']) {
    const { status: code, body: said } = await api.call('POST', address, none);
    expect([address, code]).toEqual([address, 400]);
    expect((said.fields as Record<string, object>)['photos']).toMatchObject({
      title: 'Photo is not a file.',
      message: 'Please provide a photo to upload.',
    });
  }
  expect(await seen(admin)).toEqual([]);
});

test('a new photo is visible to its author and staff, upright and without metadata', async () => {
  const added = await send(await picture(), ann, { credit: { name: '<b>Ann</b>', externalUrl: 'https://a.example' } });
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  photo = (added.body.photos as Photo[])[0]!;
  expect(photo).toMatchObject({ pending: true, primary: false, credit: { name: '<b>Ann</b>', userId: null } });
  expect([await seen(), await seen(ben), (await seen(ann)).length, (await seen(admin)).length]).toEqual([[], [], 1, 1]);
  const answer = await fetch(base + photo.original);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { width, height, exif } = await sharp(bytes).metadata();
  expect({ width, height, exif }).toEqual({ width: 1_000, height: 2_000 });
  expect(bytes.includes('CANARY')).toBe(false);
  expect(await status(photo.original.split('?')[0] ?? '')).toBe(404);
  expect(await status(photo.original.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toBe(404);
});

test('it waits in the queue, and the decision there publishes it on pages and cards', async () => {
  interface Item {
    id: string;
    subject: { id: string };
  }
  const waiting = async () => {
    const { body } = await api.call('GET', '/api/moderation/queue?kind=photo', undefined, admin.token);
    return (body.items as Item[]).find(({ subject }) => subject.id === photo.id);
  };
  await expect.poll(waiting, EVENTS).toBeTruthy();
  const item = await waiting();
  const decided = await api.call('POST', `/api/moderation/items/${item?.id}/decide`, {
    token: admin.token,
    decision: 'approve',
    note: '',
  });
  expect(decided.status, JSON.stringify(decided.body)).toBe(200);
  const [shown] = await seen();
  expect(shown).toMatchObject({ id: photo.id, pending: false, primary: true });
  expect(shown?.small).not.toContain('?');
  expect(await status(shown?.small ?? '')).toBe(200);
  await expect.poll(card, EVENTS).toEqual([photo.id]);
  expect((await api.call('POST', path(`/photo/${photo.id}/approve`), { token: admin.token })).status).toBe(409);
});

test('any person with an account likes it once', async () => {
  const like = () => api.call('POST', path(`/photo/${photo.id}/like`), { token: free.token, like: true });
  await like();
  expect(((await like()).body.photos as Photo[])[0]?.likes).toEqual([free.id]);
});

test('a disapproved photo and a deleted one are gone for everyone immediately', async () => {
  const second = ((await send(await picture(), ben)).body.photos as Photo[]).find(({ pending }) => pending);
  expect((await api.call('POST', path(`/photo/${second?.id}/disapprove`), {}, ben.token)).status).toBe(403);
  expect((await api.call('POST', path(`/photo/${second?.id}/disapprove`), {}, admin.token)).status).toBe(200);
  expect([(await seen(ben)).length, await status(second?.small ?? '')]).toEqual([1, 404]);
  expect((await api.call('DELETE', path(`/photo/${photo.id}`), {}, ann.token)).status).toBe(403);
  expect((await api.call('DELETE', path(`/photo/${photo.id}`), {}, admin.token)).status).toBe(200);
  expect([await seen(), await status(photo.small.split('?')[0] ?? '')]).toEqual([[], 404]);
  await expect.poll(card, EVENTS).toEqual([]);
});

test('the author of a photo finds it in their export', async () => {
  const [own] = ((await send(await picture(), ben)).body.photos as Photo[]).filter(({ pending }) => pending);
  const headers = { authorization: `Bearer ${ben.token}` };
  const answer = await fetch(`${base}/api/users/user/${ben.id}/export`, { headers });
  expect(answer.status).toBe(200);
  const zip = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  expect([zip.includes('photos.json'), zip.includes(`photos/${own?.id}.jpg`)]).toEqual([true, true]);
});

test('a photo is converted for the preview, and nothing else is', async () => {
  const convert = async (bytes: Buffer) => {
    const form = new FormData();
    form.append('token', free.token);
    form.append('photos[]', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), '0_road.jpg');
    return fetch(`${base}/api/blob/convert`, { method: 'POST', body: form });
  };
  const answer = await convert(await picture());
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect([width, height]).toEqual([800, 1_600]);
  expect((await convert(Buffer.from('GIF89a'))).status).toBe(415);
});
