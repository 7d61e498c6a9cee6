import type { DriveCard } from '@switchback/platform/wire/drive-card';
import { CARD, cardSvg, type Lettering } from './card-svg.js';
import { TypeFace } from './type-face.js';

/** Aborts a picture that takes longer. */
const DRAW_SECONDS_MAX = 5;
/** Enough for a few flat colors and the shades of their edges. */
const PALETTE_COLORS = 64;

/** Draws a card as PNG. Deterministic: equal cards give equal bytes. */
export type DrawCard = (card: DriveCard) => Promise<Buffer>;
export const DRAW_CARD = Symbol('DrawCard');

/**
 * Draws with sharp, which works on its own threads; the event loop spends a few milliseconds on the outlines. Loads
 * fonts and libraries with the first card.
 */
export function cardDrawer(): DrawCard {
  let tools: Promise<Tools> | undefined;
  return async (card) => {
    tools ??= loadTools().catch((error: unknown) => {
      tools = undefined;
      throw error;
    });
    const { sharp, faces } = await tools;
    return sharp(Buffer.from(cardSvg(card, faces)), { limitInputPixels: CARD.width * CARD.height })
      .png({ palette: true, colors: PALETTE_COLORS, effort: 1, dither: 0 })
      .timeout({ seconds: DRAW_SECONDS_MAX })
      .toBuffer();
  };
}

interface Tools {
  sharp: (typeof import('sharp'))['default'];
  faces: Lettering;
}

async function loadTools(): Promise<Tools> {
  const [{ default: sharp }, regular, bold] = await Promise.all([
    import('sharp'),
    TypeFace.load(400),
    TypeFace.load(700),
  ]);
  // No two cards are alike, and each needs only one thread.
  sharp.cache(false);
  sharp.concurrency(1);
  return { sharp, faces: { regular, bold } };
}
