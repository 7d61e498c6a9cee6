// Aim: a card is a legible picture of 1200 by 630, whatever the drive's title and route, and identical on every
// machine.
import { describe, expect, it } from '@jest/globals';
import type { LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import type { DriveCard } from '@switchback/platform/wire/drive-card';
import sharp from 'sharp';
import { cardSvg } from './card-svg.js';
import { cardDrawer } from './draw-card.js';
import { TypeFace } from './type-face.js';

const draw = cardDrawer();
const faces = { regular: await TypeFace.load(400), bold: await TypeFace.load(700) };

const wave = (length: number, lng: (index: number) => number): LatLng[] =>
  Array.from({ length }, (_, index) => ({ lat: 46 + 0.1 * Math.sin(index / 3), lng: lng(index) }));
const loop = Array.from({ length: 61 }, (_, index) => {
  const angle = ((index % 60) * Math.PI) / 30;
  return { lat: 46 + 0.2 * Math.sin(angle), lng: 8 + 0.4 * Math.cos(angle) };
});
const ROUTES: Record<string, LatLng[]> = {
  'a winding road': wave(80, (index) => 8 + index / 100),
  'a closed loop': loop,
  'a road across the antimeridian': wave(80, (index) => ((179.6 + index / 100 + 180) % 360) - 180),
  'a road due north': [
    { lat: 46, lng: 8 },
    { lat: 47, lng: 8 },
  ],
};

const card = (overrides: Partial<DriveCard> = {}): DriveCard => ({
  product: 'Switchback',
  title: 'Stelvio Pass',
  place: 'South Tyrol, Lombardy',
  distance: '29.2 mi (47 km)',
  duration: '1 h 30 min',
  stars: 4.5,
  ratedBy: 'Editors’ rating',
  path: encodePolyline(ROUTES['a winding road']!),
  ...overrides,
});

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Areas of the words and the route, and the parts around them that must stay empty. */
const AREAS = {
  words: { left: 40, top: 110, width: 630, height: 490 },
  route: { left: 740, top: 40, width: 420, height: 550 },
  gutter: { left: 656, top: 0, width: 60, height: 630 },
  foot: { left: 20, top: 590, width: 660, height: 40 },
} satisfies Record<string, Area>;

/** Counts the colors in an area; one color means empty. */
async function colorsIn(png: Buffer, area: Area): Promise<number> {
  const { data, info } = await sharp(png).extract(area).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colors = new Set<number>();
  for (let at = 0; at < data.length; at += info.channels) colors.add(data.readUIntBE(at, 3));
  return colors.size;
}

describe('a card', () => {
  it.each(Object.entries(ROUTES))('shows %s', async (_name, route) => {
    // Aim: words and route are visible and do not overlap.
    const png = await draw(card({ path: encodePolyline(route) }));
    const { format, width, height } = await sharp(png).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 1_200, height: 630 });
    expect(png.length).toBeLessThan(100_000);
    expect(await colorsIn(png, AREAS.words)).toBeGreaterThan(10);
    expect(await colorsIn(png, AREAS.route)).toBeGreaterThan(5);
    // Colors of the text column and of the panel next to it.
    expect(await colorsIn(png, AREAS.gutter)).toBe(2);
  });

  it('is the same for the same drive', async () => {
    // Aim: equal cards are equal to the byte, so that they can share a name.
    const again = cardDrawer();
    expect((await draw(card())).equals(await again(card()))).toBe(true);
    expect((await draw(card())).equals(await draw(card({ stars: 4 })))).toBe(false);
  });

  it.each([
    ['long words', `Llanfair${'pwllgwyngyll'.repeat(20)}`],
    ['many words', 'Over the hills and far away '.repeat(40)],
    ['many letters in one', `Z${'\u0301'.repeat(500)}`],
    ['markup', '</svg><script>&amp;"'],
    ['nothing', ''],
    ['blanks', ' \n\t '],
  ])('keeps a title of %s within its area', async (_what, title) => {
    // Aim: no typed text breaks the picture or overlaps the figures.
    const png = await draw(card({ title, product: title, place: title }));
    expect(await colorsIn(png, AREAS.gutter)).toBe(2);
    expect(await colorsIn(png, AREAS.foot)).toBe(1);
    const untitled = await draw(card({ title: '', product: '', place: '' }));
    const figures = { left: 40, top: 450, width: 600, height: 130 };
    const part = (picture: Buffer) => sharp(picture).extract(figures).removeAlpha().raw().toBuffer();
    // The two palettes round differently by a shade at most.
    const [one, other] = [await part(png), await part(untitled)];
    expect(one.every((shade, at) => Math.abs(shade - other[at]!) < 32)).toBe(true);
  });

  it('depends on no font of the machine', () => {
    // Aim: a container without fonts draws the same picture.
    expect(cardSvg(card(), faces)).not.toMatch(/<text|font/);
  });

  it('shows a placeholder if it cannot write the title', () => {
    // Aim: no empty boxes, and no half names.
    const words = (title: string) => cardSvg(card({ title, place: 'Kanagawa' }), faces);
    expect(words('箱根ターンパイク')).toBe(cardSvg(card({ title: 'Kanagawa', place: '' }), faces));
    expect(words('Hakone 箱根')).toBe(words('箱根ターンパイク'));
    expect(words('Hakone 🚗\u200d')).toBe(words('Hakone'));
  });
});
