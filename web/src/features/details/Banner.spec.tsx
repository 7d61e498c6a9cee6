// Aim: people look through a drive's photos with a finger or with the keyboard, not only with the small buttons.
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { driveDetails } from '../../testing/drives.js';
import { renderApp } from '../../testing/render.js';
import { Banner } from './Banner.js';

const photos = ['1', '2', '3'].map((id) => {
  const url = `/${id}.jpg`;
  return { id, small: url, medium: url, large: url, original: url };
});
const shown = () => screen.getByRole('img').getAttribute('src');

function swipe(from: [number, number], to: [number, number]) {
  const at = ([clientX, clientY]: [number, number]) => [{ clientX, clientY }];
  fireEvent.touchStart(screen.getByRole('img'), { touches: at(from) });
  fireEvent.touchEnd(screen.getByRole('img'), { changedTouches: at(to) });
}

describe("the details' banner", () => {
  beforeEach(() => {
    renderApp(<Banner drive={driveDetails({ id: 'a', photos })} isOnMap />);
  });

  it('turns with a swipe of at least 50 pixels', () => {
    swipe([200, 100], [150, 110]);
    expect(shown()).toBe('/2.jpg');
    swipe([100, 100], [150, 100]);
    expect(shown()).toBe('/1.jpg');
    swipe([200, 100], [151, 100]);
    expect(shown()).toBe('/1.jpg');
  });

  it('scrolls with a swipe that is more upright than level', () => {
    swipe([200, 300], [140, 100]);
    expect(shown()).toBe('/1.jpg');
  });

  it('turns with the arrow keys while it has the focus', () => {
    const next = screen.getByRole('button', { name: 'Next photo' });
    fireEvent.keyDown(next, { key: 'ArrowRight' });
    expect(shown()).toBe('/2.jpg');
    fireEvent.keyDown(next, { key: 'ArrowLeft' });
    fireEvent.keyDown(next, { key: 'ArrowLeft' });
    expect(shown()).toBe('/3.jpg');
  });
});
