// Aim: a picture is saved with a profile or not at all: bounded, by its owner only; refused ones leave nothing behind.
import { afterAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { ApiError } from '@switchback/contracts/errors';
import { ProductError } from '@switchback/platform/errors';
import { toStorageError } from '@switchback/platform/storage/disk/disk-errors';
import { type Answer, faultsOfShape, openGateway } from '../testing/open-gateway.js';

const { ask, auth, users, storage, close } = await openGateway();
afterAll(close);

const BOUNDARY = 'x-boundary';
const NUL_IN_BIO = String.raw`{"bio":"\u0000"}`;
const CRLF = '\r\n';
const URL = '/api/users/user/ada/profile';
let token: string;

beforeEach(() => {
  auth.add('ada');
  auth.add('bob');
  users.add('ada');
  users.saved.length = 0;
  users.failure = undefined;
  token = auth.openSession('ada');
});

interface Part {
  name: string;
  value: string | Buffer;
  type?: string;
  file?: string;
}

function form(parts: Part[], end = `--${BOUNDARY}--${CRLF}`): Buffer {
  const pieces = parts.flatMap(({ name, value, type, file }) => [
    `--${BOUNDARY}${CRLF}content-disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}${CRLF}`,
    type === undefined ? CRLF : `content-type: ${type}${CRLF}${CRLF}`,
    value,
    CRLF,
  ]);
  return Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece as string)));
}

const picture = (overrides: Partial<Part> = {}): Part => ({
  name: 'avatar',
  value: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  type: 'image/jpeg',
  file: 'me.jpg',
  ...overrides,
});
const field = (name: string, value: string): Part => ({ name, value });

function send(payload: Buffer, headers: Record<string, string> = {}): Promise<Answer> {
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  return ask({ method: 'POST', url: URL, payload, headers: { 'content-type': type, ...headers } });
}

async function storedFiles(): Promise<string[]> {
  return (await (await storage()).list({ prefix: 'uploads/', max: 100 })).map(({ key }) => key);
}

/** Deletes the uploads, as the users service does after resizing them. */
async function clear(): Promise<void> {
  for (const key of await storedFiles()) await (await storage()).delete(key);
}

describe('a form with a picture', () => {
  it.each([
    ['before the token', () => [picture(), field('profile', '{"bio":"Hi."}'), field('token', token)]],
    ['after the token', () => [field('token', token), field('profile', '{"bio":"Hi."}'), picture()]],
    [
      'without a type',
      () => [field('token', token), field('profile', '{"bio":"Hi."}'), picture({ type: 'application/octet-stream' })],
    ],
    [
      'with another name and type than its bytes have',
      () => [field('token', token), field('profile', '{"bio":"Hi."}'), picture({ type: 'image/webp', file: 'a.webp' })],
    ],
  ])('%s reaches the storage completely, and the service as its key', async (_name, parts) => {
    const answer = await send(form(parts()));
    expect([answer.status, answer.json()]).toEqual([200, expect.objectContaining({ stats: expect.anything() })]);
    const [key = ''] = await storedFiles();
    expect(users.saved).toEqual([expect.objectContaining({ bio: 'Hi.', avatarUpload: key })]);
    expect(key).toMatch(/^uploads\/[0-9a-f-]{36}\.bin$/);
    expect((await (await storage()).head(key))?.size).toBe(4);
    await clear();
  });

  it('may omit the picture, or contain an empty one', async () => {
    expect((await send(form([field('token', token), field('profile', '{"bio":"A"}')]))).status).toBe(200);
    expect(
      (await send(form([picture({ value: '', file: '' }), field('token', token), field('profile', '{}')]))).status,
    ).toBe(200);
    expect(users.saved.map(({ avatarUpload }) => avatarUpload)).toEqual(['', '']);
    expect(await storedFiles()).toEqual([]);
  });

  it('is accepted with an additional header', async () => {
    expect((await send(form([picture()]), { authorization: `Bearer ${token}` })).status).toBe(200);
    await clear();
  });
});

describe('a rejected form', () => {
  const other = (type: string, value: string) => picture({ type, value: Buffer.from(value, 'latin1') });
  const large = () => picture({ value: Buffer.alloc(LIMITS.avatarBytes + 1) });
  it.each<[string, () => Buffer, number, string | undefined]>([
    ['from nobody', () => form([picture()]), 401, undefined],
    ['with a dead token', () => form([picture(), field('token', 'none')]), 401, undefined],
    ['with the token of another', () => form([picture(), field('token', auth.openSession('bob'))]), 403, undefined],
    [
      'with the token of another first',
      () => form([field('token', auth.openSession('bob')), picture()]),
      403,
      undefined,
    ],
    ['with two tokens', () => form([field('token', token), field('token', token)]), 400, 'token'],
    ['with HEIC', () => form([field('token', token), other('image/heic', '\0\0\0\x18ftypheic')]), 415, 'avatar'],
    ['with SVG', () => form([field('token', token), other('image/svg+xml', '<svg/>')]), 415, 'avatar'],
    ['with a page', () => form([field('token', token), other('text/html', '<!doctype html>')]), 415, 'avatar'],
    ['with a long page', () => form([field('token', token), other('text/html', 'x'.repeat(300_000))]), 415, 'avatar'],
    ['too large', () => form([field('token', token), large()]), 413, 'avatar'],
    ['with two pictures', () => form([field('token', token), picture(), picture()]), 413, undefined],
    [
      'with too many fields',
      () => form(Array.from({ length: 11 }, (_, index) => field(`f${index}`, ''))),
      413,
      undefined,
    ],
    [
      'with a huge field',
      () => form([field('token', token), field('profile', `{"bio":"${'x'.repeat(100_001)}"}`)]),
      413,
      undefined,
    ],
    ['with broken JSON', () => form([field('token', token), picture(), field('profile', '{bio')]), 400, 'profile'],
    ['with a NUL', () => form([field('token', token), picture(), field('profile', NUL_IN_BIO)]), 400, 'bio'],
    ['with a bad profile', () => form([field('token', token), picture(), field('profile', '{"bio":5}')]), 400, 'bio'],
    ['with a prototype', () => form([field('token', token), field('__proto__', '{}'), picture()]), 400, undefined],
    ['truncated in the picture', () => form([field('token', token), picture()]).subarray(0, -40), 400, undefined],
    ['without its end', () => form([field('token', token), picture()], ''), 400, undefined],
    ['of another boundary', () => Buffer.from('--other\r\n\r\n'), 400, undefined],
  ])('%s leaves nothing behind', async (_name, payload, status, name) => {
    const answer = await send(payload());
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    expect(faultsOfShape(answer)).toEqual([]);
    if (name !== undefined) expect(Object.keys(answer.json<ApiError>().fields ?? {})).toContain(name);
    expect(await storedFiles()).toEqual([]);
    expect(users.saved).toEqual([]);
  });

  it('by the service leaves nothing behind either', async () => {
    users.failure = new ProductError('formatNotAccepted');
    expect((await send(form([field('token', token), picture()]))).status).toBe(415);
    expect(await storedFiles()).toEqual([]);
  });

  it.each([
    ['507 where the disk is full', 'ENOSPC', 507],
    ['507 where the quota is used up', 'EDQUOT', 507],
    ['503 where the disk fails', 'EIO', 503],
  ])('gets %s', async (_name, code, status) => {
    const put = jest.spyOn(await storage(), 'put');
    put.mockRejectedValueOnce(toStorageError(Object.assign(new Error(code), { code, syscall: 'write' })));
    const answer = await send(form([field('token', token), picture()]));
    expect([answer.status, faultsOfShape(answer)]).toEqual([status, []]);
    put.mockRestore();
  });

  it('without a boundary is malformed', async () => {
    const answer = await send(form([picture()]), { 'content-type': 'multipart/form-data' });
    expect([answer.status, faultsOfShape(answer)]).toEqual([400, []]);
  });

  it('is not accepted anywhere else', async () => {
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    const payload = form([field('email', 'a@b.c')]);
    const answer = await ask({ method: 'POST', url: '/api/auth/login', payload, headers: { 'content-type': type } });
    expect(answer.status).toBe(415);
  });
});
