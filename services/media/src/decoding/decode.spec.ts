// Aim: the picture that a camera took is the picture that is kept, in its colours, and one of which a part is missing is
// refused however its file ends.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { decodePhoto } from './decode.js';

const END = Buffer.from([0xff, 0xd9]);
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));

/** Width, height and the colour in the middle of what is kept, or why nothing is. */
async function seen(photo: Buffer) {
  const decoded = await decodePhoto([photo], false);
  if ('refused' in decoded) return decoded.refused;
  const { data, info } = await sharp(decoded.files.original).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return { width: info.width, height: info.height, color: [...data.subarray(at, at + 3)] };
}

const near = (color: readonly number[]) => color.map((value) => expect.closeTo(value, -0.9) as unknown);

describe('a HEIC file', () => {
  it('gives its primary picture, not the first that is stored', async () => {
    expect(await seen(fixture('three-pictures.heic'))).toEqual({ width: 640, height: 320, color: near([230, 20, 21]) });
  });

  it('in Display P3 gives the colours of its profile', async () => {
    expect(await seen(fixture('display-p3.heic'))).toEqual({ width: 640, height: 400, color: near([255, 134, 30]) });
  });
});

describe.each([false, true])('a JPEG, progressive: %s', (progressive) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const jpeg = () =>
    sharp({ create: { width: 800, height: 600, channels: 3, background: '#336699', noise } })
      .jpeg({ progressive })
      .toBuffer();
  const half = (photo: Buffer) => photo.subarray(0, photo.length / 2);

  it.each<[string, (photo: Buffer) => Buffer]>([
    ['as it was taken', (photo) => photo],
    ['without its end marker', (photo) => photo.subarray(0, -2)],
    ['with zeros in place of its end marker', (photo) => Buffer.concat([photo.subarray(0, -2), Buffer.alloc(100)])],
    ['with a video behind it', (photo) => Buffer.concat([photo, Buffer.from('\0\0\0\x18ftypmp42')])],
  ])('is taken %s', async (_what, change) => {
    expect(await seen(change(await jpeg()))).toMatchObject({ width: 800, height: 600 });
  });

  it.each<[string, (photo: Buffer) => Buffer]>([
    ['half of it', half],
    ['half of it and an end marker', (photo) => Buffer.concat([half(photo), END])],
    ['half of it and zeros', (photo) => Buffer.concat([half(photo), Buffer.alloc(500)])],
  ])('is refused as %s', async (_what, change) => {
    expect(await seen(change(await jpeg()))).toBe('broken');
  });
});

it('a JPEG of 108 million pixels is read shrunk, a PNG of so many is refused for its pixels', async () => {
  const plain = () => sharp({ create: { width: 12_000, height: 9_000, channels: 3, background: '#884422' } });
  expect(await seen(await plain().jpeg({ quality: 50 }).toBuffer())).toMatchObject({ width: 4_096, height: 3_072 });
  expect(await seen(await plain().png().toBuffer())).toBe('pixels');
}, 60_000);
