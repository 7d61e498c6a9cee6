import sharp from 'sharp';
import { Api } from '../../support/api.js';
import type { RunningProduct } from '../../support/product.js';
import { joinBench } from './accounts.js';
import { progress } from './results.js';

export const PHOTOS = 60;
/** As many as the page shows at first, each by a person with a profile. */
export const REVIEWS = 25;
const PHOTOS_PER_CALL = 5;
const SIDES = { width: 1_600, height: 1_200 };

/** Adds as many photos and reviews to a drive as a popular one has. */
export async function makeBusy(product: RunningProduct, driveId: string): Promise<void> {
  const api = new Api(product.url);
  const tokenOf = async (username: string, type: 'admin' | 'hero') =>
    (await joinBench(api, product, username, type)).token;
  progress(`adding ${PHOTOS} photos and ${REVIEWS} reviews`);
  await addPhotos(api, driveId, await tokenOf('photographer', 'admin'));
  for (let index = 0; index < REVIEWS; index += 1) {
    const review = {
      highlight: `Known ${index}`,
      description: 'Long curves, and nobody there at dawn.',
      starRating: 4.5,
    };
    const token = await tokenOf(`reviewer${index}`, 'hero');
    const { status } = await api.call('PUT', `/api/drives/drive/${driveId}/reviews/review`, { review }, token);
    if (status !== 201) throw new Error(`A review was refused: ${status}`);
  }
}

async function addPhotos(api: Api, driveId: string, token: string): Promise<void> {
  for (let first = 0; first < PHOTOS; first += PHOTOS_PER_CALL) {
    const form = new FormData();
    for (let index = first; index < first + PHOTOS_PER_CALL; index += 1) {
      const name = `${index}_road.jpg`;
      form.append('photosInfo[]', JSON.stringify({ key: name }));
      form.append('photos[]', new Blob([new Uint8Array(await picture(index))], { type: 'image/jpeg' }), name);
    }
    const { status, body } = await api.call('POST', `/api/drives/drive/${driveId}/photos/photo`, form, token);
    if (status !== 200) throw new Error(`Photos were refused: ${JSON.stringify(body)}`);
  }
}

/** Noisy, so that the file is as large as a real photo. */
function picture(index: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 90 + ((index * 7) % 80), sigma: 20 };
  return sharp({ create: { ...SIDES, channels: 3, background: '#336644', noise } })
    .blur(2)
    .jpeg()
    .toBuffer();
}
