import { decodePolyline } from '@switchback/geo/polyline';
import { silhouettePath } from '@switchback/geo/silhouette';
import type { DriveCard } from '@switchback/platform/wire/drive-card';
import type { TypeFace } from './type-face.js';

/** Pixels; chats and social networks show this size in full. */
export const CARD = { width: 1_200, height: 630 } as const;

/** The product's colors on a light background. */
const COLORS = {
  page: '#fbfcfb',
  surface: '#ffffff',
  panel: '#e2f1eb',
  text: '#17211d',
  muted: '#52605a',
  accent: '#12704f',
  star: '#b26a00',
  noStar: '#d9e0dd',
} as const;

const COLUMN = { left: 64, width: 584 } as const;
const PANEL = { left: 696, width: CARD.width - 696 } as const;
const ROUTE_PADDING = 72;
/** Uses the first of these that fits the whole title, else the last one, truncated. */
const TITLES = [
  { size: 68, lines: 2 },
  { size: 54, lines: 3 },
  { size: 44, lines: 4 },
] as const;
const TITLE_TOP = 128;
const LEADING = 1.2;
const FIGURES_SIZE = 38;
const STARS = 5;

export interface Lettering {
  regular: TypeFace;
  bold: TypeFace;
}

/** Returns the picture of a card as SVG. It contains only outlines, so it looks the same wherever it is drawn. */
export function cardSvg(card: DriveCard, faces: Lettering): string {
  const { width, height } = CARD;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${COLORS.page}"/>`,
    `<rect width="10" height="${height}" fill="${COLORS.accent}"/>`,
    route(card.path),
    words(card, faces),
    '</svg>',
  ].join('');
}

function route(path: string): string {
  const box = { width: PANEL.width, height: CARD.height, padding: ROUTE_PADDING };
  const outline = silhouettePath(decodePolyline(path), box);
  const stroke = `d="${outline}" fill="none" stroke-linecap="round" stroke-linejoin="round"`;
  return [
    `<g transform="translate(${PANEL.left} 0)"><rect width="${PANEL.width}" height="${CARD.height}" fill="${COLORS.panel}"/>`,
    `<path ${stroke} stroke="${COLORS.surface}" stroke-width="22"/>`,
    `<path ${stroke} stroke="${COLORS.accent}" stroke-width="9"/></g>`,
  ].join('');
}

function words(card: DriveCard, { regular, bold }: Lettering): string {
  const { left, width } = COLUMN;
  const drawn: string[] = [];
  const oneLine = (face: TypeFace, text: string, size: number, baseline: number, color: string, x: number = left) => {
    const [line = ''] = face.wrap(face.legible(text).text, size, left + width - x, 1).lines;
    drawn.push(face.draw(line, { x, baseline, size, color }));
    return x + face.width(line, size);
  };

  oneLine(bold, card.product, 28, 92, COLORS.accent);
  const { title, place } = headings(card, bold);
  const fit = TITLES.find(({ size, lines }) => bold.wrap(title, size, width, lines).whole) ?? TITLES[2];
  let baseline = TITLE_TOP + fit.size;
  for (const line of bold.wrapEvenly(title, fit.size, width, fit.lines)) {
    drawn.push(bold.draw(line, { x: left, baseline, size: fit.size, color: COLORS.text }));
    baseline += fit.size * LEADING;
  }
  oneLine(regular, place, 30, baseline - fit.size * LEADING + 58, COLORS.muted);

  const figures = [card.distance, card.duration].map((text) => bold.legible(text).text).join('   ·   ');
  const size = Math.min(FIGURES_SIZE, (FIGURES_SIZE * width) / bold.width(figures, FIGURES_SIZE));
  oneLine(bold, figures, size, 494, COLORS.text);
  const ratedAt = card.stars === null ? left : left + STARS * 42 + 14;
  if (card.stars !== null) drawn.push(starRow(card.stars, left, 536));
  oneLine(regular, card.ratedBy, 28, 564, COLORS.muted, ratedAt);
  return drawn.join('');
}

/** Uses the place as the heading if the font lacks the title's script: half a name would be another name. */
function headings({ title, place }: DriveCard, face: TypeFace): { title: string; place: string } {
  const legible = face.legible(title);
  return legible.whole && legible.text !== ''
    ? { title: legible.text, place }
    : { title: face.legible(place).text, place: '' };
}

function starRow(stars: number, left: number, top: number): string {
  const row = (color: string) =>
    Array.from({ length: STARS }, (_, at) => `<path fill="${color}" d="${star(left + 18 + at * 42, top + 19)}"/>`).join(
      '',
    );
  const filled = (Math.floor(stars) * 42 + (stars % 1) * 36).toFixed(1);
  return [
    `<clipPath id="filled"><rect x="${left}" y="${top}" width="${filled}" height="40"/></clipPath>`,
    row(COLORS.noStar),
    `<g clip-path="url(#filled)">${row(COLORS.star)}</g>`,
  ].join('');
}

/** Returns a five-pointed star, 36 pixels wide. */
function star(x: number, y: number): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 === 0 ? 19 : 8.6;
    const angle = (index * Math.PI) / 5 - Math.PI / 2;
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}
