// Aim: text is shaped for its script, fits its width, and characters that the font lacks are reported.
import { describe, expect, it } from '@jest/globals';
import { sfntOf } from './woff.js';
import { TypeFace } from './type-face.js';

const face = await TypeFace.load(700);

describe('the type face', () => {
  it.each([
    'Tail of the Dragon',
    'Transfăgărășan',
    'Hải Vân',
    'Вокруг света',
    'Ѐѝ ӜҼ',
    'Ο γύρος του κόσμου',
    'ἀρχή',
    'हिमाचल प्रदेश',
  ])('writes %s', (text) => {
    // Aim: every script of the font works, also where two of its subsets meet.
    expect(face.legible(text)).toEqual({ text: text.normalize('NFC'), whole: true });
    expect(face.width(text, 100)).toBeGreaterThan(150);
  });

  it('shapes as HarfBuzz does', () => {
    // Aim: applies kerning and conjuncts instead of placing isolated glyphs.
    expect(face.width('AV', 100)).toBeLessThan(face.width('A', 100) + face.width('V', 100));
    expect(face.width('क्ष', 100)).toBeLessThan(face.width('क', 100) + face.width('ष', 100));
    expect(face.width('e\u0301'.normalize('NFC'), 100)).toBe(face.width('é', 100));
  });

  it.each([
    ['  two\n words\t', 'two words', true],
    ['e\u0301', 'é', true],
    ['Drive 🚗 on', 'Drive on', true],
    ['a\u202eb\u0000c', 'abc', true],
    ['日本', '', false],
    ['Route 日本', 'Route', false],
    ['', '', true],
  ])('replaces unsupported characters of %j', (text, legible, whole) => {
    // Aim: symbols may be dropped, letters may not.
    expect(face.legible(text)).toEqual({ text: legible, whole });
  });

  it('uses no memory for written texts', () => {
    // Aim: memory does not grow in a process that draws for weeks; HarfBuzz has its own memory.
    face.width('warm', 10);
    const before = process.memoryUsage().external;
    for (let count = 0; count < 10_000; count += 1) face.width(`Drive number ${count}`, 50);
    expect(process.memoryUsage().external - before).toBeLessThan(8_000_000);
  });

  it('breaks lines between words, and words only if necessary', () => {
    // Aim: no line is wider than requested, no text is lost, and truncation is marked.
    const text = 'Over the hills and far away';
    const { lines, whole } = face.wrap(text, 50, 300, 9);
    expect(lines.join(' ')).toBe(text);
    expect(whole).toBe(true);
    for (const line of lines) expect(face.width(line, 50)).toBeLessThanOrEqual(300);
    const cut = face.wrap(text, 50, 300, 2);
    expect([cut.whole, cut.lines.length]).toEqual([false, 2]);
    expect(cut.lines[1]).toMatch(/\p{L}…$/u);
    expect(face.width(cut.lines[1]!, 50)).toBeLessThanOrEqual(300);
    const long = face.wrap('Donaudampfschifffahrtsgesellschaft', 50, 300, 9);
    expect(long.lines.join('')).toBe('Donaudampfschifffahrtsgesellschaft');
    for (const line of long.lines) expect(face.width(line, 50)).toBeLessThanOrEqual(300);
    const alone = face.wrap('Big Sur: Highway 1', 68, 584, 2).lines;
    expect(alone).toEqual(['Big Sur: Highway', '1']);
    expect(face.wrapEvenly('Big Sur: Highway 1', 68, 584, 2)).toEqual(['Big Sur:', 'Highway 1']);
    expect(face.wrap('', 50, 300, 2)).toEqual({ lines: [], whole: true });
  });
});

describe('a font file', () => {
  it('that is invalid is rejected', () => {
    // Aim: a package that ships another format is detected at once.
    expect(() => sfntOf(Buffer.from('wOF2'.padEnd(64, '\0')))).toThrow('not a WOFF font');
  });
});
