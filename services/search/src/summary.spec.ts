import { describe, expect, it } from '@jest/globals';
import { SUMMARY_FIELDS } from '@switchback/contracts/resources/drive';
import { CARD_FIELDS } from '@switchback/contracts/rules/card-fields';
import { toSummary } from '@switchback/platform/wire/drive-summary';
import { drive } from '@switchback/testing/fake-drives';
import { hashOf, pickFields, shapeHash, shapeOf } from './summary.js';

/** A drive whose texts and photos contain what separates the members of its summary. */
const TRAP = 'a ,"description":" b \\",\\"overviewPath\\": c ,"_rev":1}';
const photo = { id: 'p', small: 's', medium: 'm', large: 'l', original: 'o', description: TRAP };
const summary = toSummary(
  drive({ title: TRAP, description: TRAP, startAddress: TRAP, photos: [photo, photo], starRating: 4.5 }),
);
const text = JSON.stringify(summary);

/** The same summary as indexes of releases with the contract's former orders store it. */
const { _rev, id, ...rest } = summary;
const { created, privacy, status, ...line } = rest;
const formerTexts = [
  { id, _rev, ...rest },
  { id, ...line, created, privacy, status, _rev },
].map((former) => JSON.stringify(former));

const picked = (fields: readonly string[]) =>
  JSON.stringify(Object.fromEntries(fields.map((name) => [name, summary[name as keyof typeof summary]])));

describe('a shape of a summary', () => {
  // Aim: cutting returns exactly the fields, whatever the texts contain.
  it.each([
    ['each prefix', SUMMARY_FIELDS.map((_, index) => SUMMARY_FIELDS.slice(0, index + 1))],
    ['each field with the id', SUMMARY_FIELDS.slice(1).map((name) => ['id', name])],
  ])('has its fields: %s', (_title, all) => {
    for (const fields of all)
      for (const stored of [text, ...formerTexts]) expect(pickFields(stored, shapeOf(fields))).toBe(picked(fields));
  });

  // Aim: requests of the app need no parsing.
  it('is a prefix for cards, with their lines, and with their descriptions', () => {
    for (const more of [[], ['overviewPath'], ['overviewPath', 'description']])
      expect(shapeOf([...more, ...CARD_FIELDS]).end).not.toBeNull();
  });

  // Aim: a client never takes one shape of a drive for another, nor an old state for a new one.
  it('has a hash of its own', () => {
    const hashes = [['title'], ['title', 'photos'], ['photos']].flatMap((fields) =>
      [hashOf(text), hashOf(`${text} `)].map((stored) => shapeHash(stored, shapeOf(fields))),
    );
    expect(new Set(hashes).size).toBe(6);
    for (const hash of hashes) expect(hash).toMatch(/^[\w-]{8}$/);
  });
});
