// Aim: a person looks at the photos of a drive on any screen: each one whole, turned by keys at once, its credit
// readable; and closes the viewer where they opened it.
import sharp from 'sharp';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { joinAs } from '../support/people.js';
import { expect, type Page, seriousFaultsInBothSchemes, test } from '../support/test.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const SHAPES = [
  { width: 1600, height: 900 },
  { width: 900, height: 1600 },
];
const SCREENS = [
  { width: 1440, height: 900 },
  { width: 800, height: 600 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

const viewerOf = (page: Page) => page.getByRole('dialog', { name: 'Photo viewer' });

/** Adds a landscape photo and a portrait one to a public drive, and returns its id. */
async function driveWithPhotos(api: Api, mailbox: Mailbox): Promise<string> {
  const { token } = await joinAs(api, mailbox, 'admin');
  const { body } = await api.call('GET', '/api/drives/popular');
  const id = (body.drives as { id: string }[]).at(-5)?.id ?? '';
  const form = new FormData();
  for (const [index, shape] of SHAPES.entries()) {
    const key = `${index}_road.jpg`;
    const credit = { name: 'Ann Lee', externalUrl: 'https://example.com/ann', description: 'Taken at dawn.' };
    form.append('photosInfo[]', JSON.stringify({ key, credit, description: `Bend ${index + 1}` }));
    const picture = sharp({ create: { ...shape, channels: 3, background: '#b8c4cc' } });
    form.append('photos[]', new Blob([new Uint8Array(await picture.jpeg().toBuffer())], { type: 'image/jpeg' }), key);
  }
  const saved = await api.call('POST', `/api/drives/drive/${id}/photos/photo`, form, token);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  return id;
}

/** Asserts that the photo and the controls are whole inside the window, next to each other. */
async function expectWhole(page: Page, name: string): Promise<void> {
  const picture = viewerOf(page).getByRole('img', { name });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const [photo, next] = [
    await picture.boundingBox(),
    await viewerOf(page).getByRole('button', { name: 'Next photo' }).boundingBox(),
  ];
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const box of [photo, next]) {
    expect(box).not.toBeNull();
    if (box === null) continue;
    expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
  }
  if (photo === null || next === null) return;
  expect(next.x >= photo.x + photo.width || next.y >= photo.y + photo.height).toBe(true);
  const onTop = ([x, y]: readonly [number, number]) => document.elementFromPoint(x, y)?.tagName;
  expect(await page.evaluate(onTop, [photo.x + photo.width / 2, photo.y + 2] as const)).toBe('IMG');
  // As large as the window allows, not a thumbnail.
  expect(Math.max(photo.width / width, photo.height / height)).toBeGreaterThan(0.55);
}

test('photos fit every screen, and keys turn them at once', async ({ page, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const id = await driveWithPhotos(api, new Mailbox(process.env.MAIL_DIR ?? ''));
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await page.goto(`/drive-details/${id}`);
    const opener = page.getByRole('button', { name: 'Photo 1 of 2: view full screen' });
    await opener.click();
    await expectWhole(page, 'Bend 1');
    await page.keyboard.press('ArrowRight');
    await expectWhole(page, 'Bend 2');
    await expect(viewerOf(page).getByRole('link', { name: 'Ann Lee' })).toBeInViewport();
    await expect(viewerOf(page).getByText('Taken at dawn.')).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
    if (screen.width === 390) expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(viewerOf(page)).toBeHidden();
    await expect(opener).toBeFocused();
  }
});
