// Aim: photo edits are sent as the user sees them, and undo nothing that another user changed in the meantime.
import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import { describe, expect, it } from 'vitest';
import { hasEdits, itemsOf, NO_EDITS, sentOf, withMoved, withoutPhoto, withReplaced } from './photo-list.js';

const photo = (id: string) => ({ id }) as DrivePhoto;
const [a, b, c] = [photo('a'), photo('b'), photo('c')];
const file = new File(['JPEG'], 'road.jpg');
const credit = { name: '', externalUrl: '', description: '' };
const chosen = { key: 'new', file, description: '', showPlace: false, credit };
const keysOf = (current: DrivePhoto[], edits = NO_EDITS) => itemsOf(current, edits).map(({ key }) => key);
const sentKeys = (current: DrivePhoto[], edits = NO_EDITS) =>
  sentOf(current, edits, 'ann')?.map((one) => ('id' in one ? one.id : one.file.name)) ?? null;

describe('the photos of the editor', () => {
  it('sends nothing without changes, and only new photos without naming the rest', () => {
    expect([sentKeys([a, b]), hasEdits(NO_EDITS)]).toEqual([null, false]);
    expect(sentKeys([a, b], { ...NO_EDITS, chosen: [chosen] })).toEqual(['road.jpg']);
  });

  it('sends the whole list once it is reordered or shortened', () => {
    const added = { ...NO_EDITS, chosen: [chosen] };
    const moved = withMoved(itemsOf([a, b], added), added, 2, 0);
    expect(sentKeys([a, b], moved)).toEqual(['road.jpg', 'a', 'b']);
    const less = withoutPhoto(moved, itemsOf([a, b], moved)[1]!);
    expect(sentKeys([a, b], less)).toEqual(['road.jpg', 'b']);
    const none = [a, b].reduce((edits, one) => withoutPhoto(edits, { key: one.id, photo: one }), NO_EDITS);
    expect(sentKeys([a, b], none)).toEqual([]);
  });

  it('reverts the selection', () => {
    const added = { ...NO_EDITS, chosen: [chosen] };
    const back = withoutPhoto(added, itemsOf([], added)[0]!);
    expect([hasEdits(back), sentKeys([a], back)]).toEqual([false, null]);
  });

  it('replaces a chosen photo in its place', () => {
    const added = { ...NO_EDITS, chosen: [chosen, { ...chosen, key: 'other' }] };
    const captioned = withReplaced(added, { ...chosen, description: 'A bend' });
    const told = itemsOf([a], captioned).map((item) => (item.photo === null ? item.description : item.key));
    expect(told).toEqual(['a', 'A bend', '']);
  });

  it('keeps concurrently added photos, and requests no deleted ones', () => {
    const moved = withMoved(itemsOf([a, b], NO_EDITS), NO_EDITS, 1, 0);
    expect(keysOf([b, c], moved)).toEqual(['b', 'c']);
    expect(sentKeys([a, b, c], moved)).toEqual(['b', 'a', 'c']);
    expect(sentKeys([b, c], moved)).toBe(null);
  });
});
