// Aim: of the tags derived for real roads, at least four in five are those that a person who knows the road would give.
import { createReadStream } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { normalizeFeature, type NormalizedDrive } from '@switchback/tracks/features/normalize-feature';
import { readFeatures } from '@switchback/tracks/files/read-features';
import { CONTROL, JUDGED } from './judged-byways.fixture.js';
import { lineTags } from '@switchback/roads/scenery/line-tags';
import { deriveTags } from '@switchback/drives/tags/map-tags';

const FILE = process.env['BYWAYS_FILE'];
const describeWithFile = FILE ? describe : describe.skip;

describeWithFile('the tags of byways (skipped without BYWAYS_FILE)', () => {
  it.each([
    ['50 byways, judged before tuning', JUDGED],
    ['30 more as a control', CONTROL],
  ])(
    'agree with the judgement of a person: %s',
    async (_, sample) => {
      const byways = await readByways(FILE!, new Set(sample.map(([title]) => title)));
      const judged = sample.map(([title, tags]) => {
        const drive = byways.get(title)!;
        return { derived: deriveTags(lineTags(drive.path), drive).map(({ name }) => name), expected: tags.split(' ') };
      });
      const derived = judged.flatMap((drive) => drive.derived).length;
      const expected = judged.flatMap((drive) => drive.expected).length;
      const right = judged.flatMap((drive) => drive.derived.filter((name) => drive.expected.includes(name))).length;
      expect(right / derived).toBeGreaterThanOrEqual(0.8);
      expect(right / expected).toBeGreaterThanOrEqual(0.4);
    },
    60_000,
  );
});

/** Reads drives by title; those that are judged have titles of their own. */
async function readByways(file: string, titles: ReadonlySet<string>): Promise<Map<string, NormalizedDrive>> {
  const drives = new Map<string, NormalizedDrive>();
  for await (const item of readFeatures(createReadStream(file), file)) {
    if (!('feature' in item) || !titles.has(String(item.feature.properties['title']))) continue;
    const normalized = normalizeFeature(item.feature);
    if ('drive' in normalized) drives.set(normalized.drive.title, normalized.drive);
  }
  return drives;
}
