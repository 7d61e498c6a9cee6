import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as HarfBuzz from 'harfbuzzjs';
import { sfntOf } from './woff.js';

/** The subsets Noto Sans ships in, the most common first. A card omits other scripts. */
const SUBSETS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari'];
/** Invisible control characters, except the two that control the joining of letters in Indic scripts. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu;
const ELLIPSIS = '…';
const EVENING_STEPS = 4;
const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface Subset {
  font: HarfBuzz.Font;
  codePoints: ReadonlySet<number>;
  /** SVG paths by glyph; at most as many as the font has. */
  outlines: Map<number, string>;
}

interface Run {
  subset: Subset;
  text: string;
}

/** Position and style of a line of text; in pixels. */
export interface Line {
  x: number;
  baseline: number;
  size: number;
  color: string;
}

/**
 * Renders text as outlines, shaped by HarfBuzz with bundled fonts: the same on every machine, whatever fonts it has.
 * Widths are in pixels.
 */
export class TypeFace {
  /** One buffer for all texts: buffers live in HarfBuzz's own memory, where garbage is collected late. */
  private readonly buffer: HarfBuzz.Buffer;

  private constructor(
    private readonly harfBuzz: typeof HarfBuzz,
    private readonly subsets: readonly Subset[],
    private readonly unitsPerEm: number,
  ) {
    this.buffer = new harfBuzz.Buffer();
  }

  static async load(weight: 400 | 700): Promise<TypeFace> {
    const harfBuzz = await import('harfbuzzjs');
    const { resolve } = createRequire(import.meta.url);
    const loaded = SUBSETS.map(async (subset) => {
      const file = resolve(`@fontsource/noto-sans/files/noto-sans-${subset}-${weight}-normal.woff`);
      const face = new harfBuzz.Face(new harfBuzz.Blob(sfntOf(await readFile(file))));
      return { font: new harfBuzz.Font(face), codePoints: new Set(face.collectUnicodes()), outlines: new Map() };
    });
    const subsets = await Promise.all(loaded);
    return new TypeFace(harfBuzz, subsets, subsets[0]!.font.face.upem);
  }

  /**
   * Returns the characters of a text that the font can draw, on one line. `whole` is false if a letter or digit is
   * missing: the rest would then be another text.
   */
  legible(text: string): { text: string; whole: boolean } {
    const composed = text.normalize('NFC').replace(/\s+/gu, ' ').replace(UNSEEN, '');
    let whole = true;
    const retained = Array.from(segments.segment(composed), ({ segment }) => {
      if (Array.from(segment).every((char) => this.subsetOf(char) !== undefined)) return segment;
      if (/[\p{L}\p{N}]/u.test(segment)) whole = false;
      return '';
    });
    return { text: retained.join('').replace(/ +/g, ' ').trim(), whole };
  }

  width(text: string, size: number): number {
    let units = 0;
    for (const run of this.runs(text)) for (const { xAdvance } of this.shape(run)) units += xAdvance;
    return (units * size) / this.unitsPerEm;
  }

  /** Renders a text as SVG. */
  draw(text: string, { x, baseline, size, color }: Line): string {
    const glyphs: string[] = [];
    let pen = 0;
    for (const run of this.runs(text)) {
      for (const { glyph, xAdvance, xOffset, yOffset } of this.shape(run)) {
        const outline = outlineOf(run.subset, glyph);
        if (outline !== '') glyphs.push(`<path transform="translate(${pen + xOffset} ${yOffset})" d="${outline}"/>`);
        pen += xAdvance;
      }
    }
    const scale = size / this.unitsPerEm;
    return `<g fill="${color}" transform="translate(${x} ${baseline}) scale(${scale} ${-scale})">${glyphs.join('')}</g>`;
  }

  /** Wraps a text into lines no wider than `width`; truncates it with an ellipsis after `maxLines`. */
  wrap(text: string, size: number, width: number, maxLines: number): { lines: string[]; whole: boolean } {
    const lines: string[] = [];
    let rest = text.split(' ').filter((word) => word !== '');
    while (rest.length > 0) {
      if (lines.length === maxLines) {
        const last = lines.pop() ?? '';
        return { lines: [...lines, this.cut(`${last} ${rest[0]}`, size, width)], whole: false };
      }
      const { line, left } = this.fill(rest, size, width);
      lines.push(line);
      rest = left;
    }
    return { lines, whole: true };
  }

  /**
   * Wraps a text into as few lines as possible, as even in width as that allows, so that no word is left alone on a
   * line needlessly.
   */
  wrapEvenly(text: string, size: number, width: number, maxLines: number): string[] {
    const widest = this.wrap(text, size, width, maxLines);
    let best = widest.lines;
    if (!widest.whole || best.length < 2) return best;
    let [tooNarrow, wide] = [width / 2, width];
    for (let step = 0; step < EVENING_STEPS; step += 1) {
      const middle = (tooNarrow + wide) / 2;
      const { lines, whole } = this.wrap(text, size, middle, best.length);
      if (whole) [best, wide] = [lines, middle];
      else tooNarrow = middle;
    }
    return best;
  }

  /**
   * Fills one line with as many words as fit, at least one, and returns the rest; breaks a word wider than the line.
   */
  private fill(words: readonly string[], size: number, width: number): { line: string; left: string[] } {
    let count = 1;
    while (count < words.length && this.width(words.slice(0, count + 1).join(' '), size) <= width) count += 1;
    const line = words.slice(0, count).join(' ');
    if (count > 1 || this.width(line, size) <= width) return { line, left: words.slice(count) };
    const head = this.longest(line, size, width);
    return { line: head, left: [line.slice(head.length), ...words.slice(1)] };
  }

  private cut(text: string, size: number, width: number): string {
    const room = width - this.width(ELLIPSIS, size);
    const fits = this.width(text, size) <= room ? text : this.longest(text, size, room);
    return fits.replace(/[\s.,:;–-]+$/u, '') + ELLIPSIS;
  }

  /** Returns the longest prefix that fits, at least one character. */
  private longest(text: string, size: number, width: number): string {
    const chars = Array.from(segments.segment(text), ({ segment }) => segment);
    let [fits, tooLong] = [1, chars.length];
    while (tooLong - fits > 1) {
      const middle = (fits + tooLong) >> 1;
      if (this.width(chars.slice(0, middle).join(''), size) <= width) fits = middle;
      else tooLong = middle;
    }
    return chars.slice(0, fits).join('');
  }

  private subsetOf(char: string): Subset | undefined {
    const codePoint = char.codePointAt(0) ?? 0;
    return this.subsets.find(({ codePoints }) => codePoints.has(codePoint));
  }

  /** Splits a text by font subset; a run continues as long as its subset has the characters. */
  private runs(text: string): Run[] {
    const runs: Run[] = [];
    for (const char of text) {
      const last = runs.at(-1);
      if (last?.subset.codePoints.has(char.codePointAt(0) ?? 0)) {
        last.text += char;
        continue;
      }
      const subset = this.subsetOf(char);
      if (subset) runs.push({ subset, text: char });
    }
    return runs;
  }

  private shape({ subset, text }: Run) {
    const { buffer } = this;
    buffer.reset();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    this.harfBuzz.shape(subset.font, buffer);
    const positions = buffer.getGlyphPositions();
    return buffer.getGlyphInfos().map(({ codepoint: glyph }, index) => ({ ...positions[index]!, glyph }));
  }
}

function outlineOf({ font, outlines }: Subset, glyph: number): string {
  let outline = outlines.get(glyph);
  if (outline === undefined) outlines.set(glyph, (outline = font.glyphToPath(glyph)));
  return outline;
}
