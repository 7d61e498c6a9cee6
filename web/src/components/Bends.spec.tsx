import { encodePolyline } from '@switchback/geo/polyline';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../testing/render.js';
import { Bends } from './Bends.js';

/** 20 km straight to the north, then 20 km of bends, with a point every 20 m or so. */
const PATH = encodePolyline(
  Array.from({ length: 2_000 }, (_, index) => ({
    lat: 45 + index / 5_000,
    lng: 10 + (index > 1_000 ? Math.sin((index - 1_000) / 6) / 1_000 : 0),
  })),
);
const DRIVE = { path: PATH, distance: 45_000, curviness: { band: 'winding', degreesPerKm: 80 } } as const;

describe('what a detailed line shows', () => {
  // Aim: a driver learns where the best part begins, in their own units.
  it('names the best stretch', () => {
    renderApp(<Bends drive={{ ...DRIVE, curvinessFine: { value: 9_000, perKilometer: 200 } }} />);
    expect(screen.getByText('0.2 mi of curves per mile')).toBeVisible();
    expect(screen.getByText(/^Best stretch: 1\d(\.\d)? mi, (twisty|relentless), from mile 1[2-5]$/)).toBeVisible();
    expect(screen.queryByText(/hairpin/)).toBeNull();
  });

  // Aim: nothing is claimed about bends that the line does not show.
  it.each([
    ['a coarse line', { ...DRIVE, curvinessFine: null }],
    ['an offline copy of an older release', DRIVE],
  ])('shows nothing for %s', (_, drive) => {
    renderApp(<Bends drive={drive} />);
    expect(screen.queryByText(/curves|stretch|hairpin/)).toBeNull();
  });
});
