import { describe, expect, it } from 'vitest';
import { isEdited, moved, turned, UNEDITED, withCorner } from './photo-edit.js';

describe('the part of a photo to keep', () => {
  // Aim: the same part of the picture stays chosen while the photo turns, and four turns change nothing.
  it('turns with the photo', () => {
    const upperLeft = { turns: 0, crop: { left: 0, top: 0, right: 0.5, bottom: 0.25 } };
    const once = turned(upperLeft);
    expect(once).toEqual({ turns: 1, crop: { left: 0.75, top: 0, right: 1, bottom: 0.5 } });
    expect(turned(turned(turned(once)))).toEqual(upperLeft);
    expect(isEdited(turned(UNEDITED))).toBe(true);
  });

  // Aim: no drag leads outside the photo or leaves nothing of it.
  it('stays inside the photo', () => {
    const { crop } = UNEDITED;
    expect(withCorner(crop, 'top-left', -1, 0.3)).toEqual({ ...crop, top: 0.3 });
    expect(withCorner(crop, 'top-left', 2, 2)).toEqual({ ...crop, left: 0.9, top: 0.9 });
    expect(withCorner(crop, 'bottom-right', -0.5, 0)).toEqual({ ...crop, right: 0.5 });
    const middle = { left: 0.25, top: 0.25, right: 0.75, bottom: 0.75 };
    expect(moved(middle, 1, -0.125)).toEqual({ left: 0.5, top: 0.125, right: 1, bottom: 0.625 });
    expect(isEdited({ turns: 0, crop: moved(crop, 1, 1) })).toBe(false);
  });
});
