import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomIds } from '@switchback/platform/ids';
import { readAll } from '@switchback/platform/storage/sources';
import { type ListQuery, type Storage, StorageError } from '@switchback/platform/storage/storage';
import { openTempStorage, type TempStorage } from '@switchback/testing/temp-storage';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { Avatars } from './avatars.js';
import { decodeInProcess } from './decode.js';

const UPLOAD = 'uploads/one.bin';
const GPS = { IFD0: { Copyright: 'canary-owner' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 35/1 35/1' } };

let files: TempStorage;
let avatars: Avatars;

beforeAll(async () => {
  files = await openTempStorage();
  avatars = new Avatars(files.storage, decodeInProcess, randomIds);
});
beforeEach(() => avatars.removeAll('ann'));
afterAll(() => files.close());

/** Draws a picture, blue above and red below. */
function picture(width: number, height: number): Sharp {
  const half = { width, height: height >> 1, channels: 3 as const, background: '#d00000' };
  const below = { input: { create: half }, left: 0, top: height - (height >> 1) };
  return sharp({ create: { width, height, channels: 3, background: '#0000d0' } }).composite([below]);
}

async function upload(bytes: Uint8Array): Promise<string> {
  await files.storage.put(UPLOAD, [bytes], { contentType: 'application/octet-stream', maxBytes: bytes.length });
  return avatars.set('ann', UPLOAD);
}

async function stored(id: string, size: string): Promise<Buffer> {
  return readAll((await files.storage.get(`users/ann/${id}/${size}.jpg`)).body, 10_000_000);
}

const keys = async (prefix: string) => (await files.storage.list({ prefix, max: 100 })).map(({ key }) => key);

describe('a picture', () => {
  it.each(['jpeg', 'png', 'tiff'] as const)('that is a %s is stored as three squares', async (format) => {
    // Aim: for each format, the three sizes are stored as JPEG, and the upload is deleted.
    const id = await upload(await picture(1_600, 1_200).toFormat(format).toBuffer());
    for (const [size, side] of [
      ['small', 96],
      ['medium', 320],
      ['original', 1_024],
    ] as const) {
      expect(await sharp(await stored(id, size)).metadata()).toMatchObject({
        format: 'jpeg',
        width: side,
        height: side,
      });
    }
    expect(await keys('uploads/')).toEqual([]);
    await avatars.remove('ann', id);
    expect(await keys('users/')).toEqual([]);
  });

  it('reveals neither place nor author', async () => {
    // Aim: none of the sizes contains the file's coordinates, names or profiles.
    const bytes = await picture(400, 400).withExif(GPS).withXmp('<x>canary-xmp</x>').jpeg().toBuffer();
    expect(bytes.toString('latin1')).toMatch(/canary-owner/);
    const id = await upload(bytes);
    for (const size of ['small', 'medium', 'original']) {
      const kept = await stored(id, size);
      expect(kept.toString('latin1')).not.toMatch(/canary|Exif|http:\/\/ns.adobe/);
      expect(await sharp(kept).metadata()).not.toHaveProperty('exif');
    }
  });

  it('is rotated like the camera', async () => {
    // Aim: since the orientation is dropped from the file, the pixels themselves are rotated.
    const upsideDown = await picture(300, 300).withMetadata({ orientation: 3 }).jpeg().toBuffer();
    const kept = await stored(await upload(upsideDown), 'small');
    const [red, , blue] = await sharp(kept).extract({ left: 48, top: 4, width: 1, height: 1 }).raw().toBuffer();
    expect(red).toBeGreaterThan(blue!);
  });

  it('that is small or transparent keeps its size, on white', async () => {
    // Aim: no picture is enlarged, and transparent areas do not turn black.
    const clear = { width: 40, height: 60, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } };
    const kept = await stored(await upload(await sharp({ create: clear }).png().toBuffer()), 'original');
    expect(await sharp(kept).metadata()).toMatchObject({ width: 40, height: 40 });
    expect([...(await sharp(kept).raw().toBuffer())].every((value) => value > 250)).toBe(true);
  });
});

/** Returns the start of a PNG that claims this size. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND'),
  ]);
}

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="file:///etc/passwd"/></svg>`;

/** Hostile files and the expected errors. */
const HOSTILE: Record<string, [() => Buffer | Promise<Buffer>, string]> = {
  'no bytes': [() => Buffer.alloc(0), 'formatNotAccepted'],
  text: [() => Buffer.from('this is no picture'), 'formatNotAccepted'],
  'half a JPEG': [async () => half(await picture(900, 900).jpeg().toBuffer()), 'formatNotAccepted'],
  'half a PNG': [async () => half(await picture(900, 900).png().toBuffer()), 'formatNotAccepted'],
  'a WebP': [() => picture(100, 100).webp().toBuffer(), 'formatNotAccepted'],
  'a GIF': [() => picture(100, 100).gif().toBuffer(), 'formatNotAccepted'],
  'an SVG that reads files': [() => Buffer.from(SVG), 'formatNotAccepted'],
  'a PDF': [() => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>'), 'formatNotAccepted'],
  'a HEIC': [() => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'formatNotAccepted'],
  'a picture of 100,000 by 100,000': [() => pngHeader(100_000, 100_000), 'pictureTooLarge'],
  'a picture that unpacks to far more': [() => picture(9_000, 9_000).png().toBuffer(), 'pictureTooLarge'],
  'a JPEG of 65,000 by 65,000': [() => jpegHeader(65_000, 65_000), 'pictureTooLarge'],
  'a picture without pixels': [() => pngHeader(0, 0), 'formatNotAccepted'],
};

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length >> 1);
}

/** Returns the start of a JPEG that claims this size. */
function jpegHeader(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), frame, Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0])]);
}

describe('a full disk', () => {
  it('leaves no size of a picture behind', async () => {
    // Aim: F8: if the later sizes of a picture do not fit, the whole picture is deleted, and so is the upload.
    const bytes = await picture(100, 100).jpeg().toBuffer();
    await files.storage.put(UPLOAD, [bytes], { contentType: 'application/octet-stream', maxBytes: bytes.length });
    const put = jest.fn((...given: Parameters<Storage['put']>) => files.storage.put(...given));
    const storage = {
      put,
      get: (key: string) => files.storage.get(key),
      delete: (key: string) => files.storage.delete(key),
      list: (query: ListQuery) => files.storage.list(query),
    };
    const full = new StorageError('full', 'The disk of the file storage is full.');
    put.mockImplementationOnce((...given) => files.storage.put(...given)).mockRejectedValueOnce(full);
    await expect(new Avatars(storage, decodeInProcess, randomIds).set('ann', UPLOAD)).rejects.toBe(full);
    expect([...(await keys('uploads/')), ...(await keys('users/'))]).toEqual([]);
  });
});

describe('the decoding process', () => {
  it('gets nothing of our environment', async () => {
    // Aim: a file that takes over the decoder cannot read a secret from the settings.
    const program = `
      process.env.NODE_OPTIONS = '--require=/nowhere/at-all.cjs';
      const { decodeInProcess } = await import('${new URL('./decode.ts', import.meta.url).href}');
      const picture = Buffer.from('${(await picture(100, 100).jpeg().toBuffer()).toString('base64')}', 'base64');
      process.stdout.write(Object.keys(await decodeInProcess([picture]))[0]);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect(stdout).toBe('files');
  });
});

describe('a hostile file', () => {
  it.each(Object.keys(HOSTILE))('%s is rejected, and leaves nothing', async (name) => {
    // Aim: each file gets a clear error on the field, within bounded memory of this thread, and no file remains.
    const [make, error] = HOSTILE[name]!;
    const bytes = await make();
    const before = process.memoryUsage().external;
    await expect(upload(bytes)).rejects.toMatchObject({ error, fields: { avatar: expect.anything() } });
    expect(process.memoryUsage().external - before).toBeLessThan(100_000_000);
    expect([...(await keys('uploads/')), ...(await keys('users/'))]).toEqual([]);
  });

  it('with appended data leaves only the picture', async () => {
    // Aim: data appended to or hidden in a picture is in none of the served files.
    const polyglot = Buffer.concat([
      await picture(200, 200).jpeg().toBuffer(),
      Buffer.from('<script>canary</script>PK'),
    ]);
    const id = await upload(polyglot);
    expect((await stored(id, 'original')).toString('latin1')).not.toMatch(/canary/);
  });

  it('is read only from the uploads', async () => {
    // Aim: the key of any other file is an internal error, and the file remains.
    await files.storage.put('users/bob/a/small.jpg', [Buffer.from('x')], { contentType: 'image/jpeg', maxBytes: 1 });
    await expect(avatars.set('ann', 'users/bob/a/small.jpg')).rejects.toThrow(/is not an upload/);
    expect(await keys('users/bob/')).toHaveLength(1);
    await avatars.removeAll('bob');
  });
});
