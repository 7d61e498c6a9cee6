// Aim: the route being edited shows its profile while its legs have heights, and follows every change.
import { encodeElevations, type ElevatedPoint } from '@switchback/geo/elevation';
import { encodePolyline } from '@switchback/geo/polyline';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../testing/render.js';
import { RouteProfile } from './RouteProfile.js';
import { EMPTY_ROUTE } from './route-state.js';

/** 5 km to the north, evenly from one height to another; without heights if they are not given. */
function leg(from: number, heights?: [number, number]) {
  const path = Array.from({ length: 51 }, (_, index): ElevatedPoint => {
    const share = index / 50;
    const elevation = heights && heights[0] + share * (heights[1] - heights[0]);
    return { lat: from + share * 0.045, lng: 8, ...(elevation !== undefined && { elevation }) };
  });
  const point = ({ lat, lng }: ElevatedPoint) => ({ label: '', location: { lat, lng } });
  return {
    start: point(path[0]!),
    end: point(path.at(-1)!),
    distance: 5_000,
    duration: 300,
    path: encodePolyline(path),
    elevation: encodeElevations(path),
  };
}

const { points } = EMPTY_ROUTE;
const shown = (legs: ReturnType<typeof leg>[]) => (
  <RouteProfile points={points} directions={{ source: 'valhalla', legs }} cut={null} />
);
const facts = async () => (await screen.findAllByRole('definition')).map(({ textContent }) => textContent);

it('shows the climb of all legs', async () => {
  renderApp(shown([leg(46, [500, 800]), leg(46.045, [800, 600])]));
  // Smoothing rounds off the summit.
  expect(await facts()).toEqual([
    expect.stringMatching(/^9[78]\d ft$/),
    expect.stringMatching(/^6[45]\d ft$/),
    expect.stringMatching(/^2,6[12]\d ft$/),
    expect.stringMatching(/^6 % at mi /),
  ]);
});

it('shows nothing without heights, and none of a route with a leg that has none', async () => {
  const { container, rerender } = renderApp(shown([leg(46), leg(46.045)]));
  expect(container).not.toHaveTextContent('Elevation');
  rerender(shown([leg(46, [500, 800]), leg(46.045)]));
  await waitFor(() => expect(screen.queryByRole('slider')).toBeNull());
});
