// Aim: the profile says what is under the cursor, moves with keys, selects by dragging, and stays in step with the map.
import type { DriveDetails, Elevation } from '@switchback/contracts/resources/drive';
import { encodePolyline } from '@switchback/geo/polyline';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unitsChosen } from '../lib/store/interface-slice.js';
import { linePointed } from '../lib/store/profile-slice.js';
import { driveDetails } from '../testing/drives.js';
import { renderApp } from '../testing/render.js';
import { FakeApi } from '../testing/server.js';
import { installFakeEngine, madePorts } from './fake-port.js';
import RouteMap from './RouteMap.js';
import DriveElevation from '../features/elevation/DriveElevation.js';
import JoinedElevation from '../features/elevation/JoinedElevation.js';

/** 10 km to the north, over a pass in the middle. */
const PATH = [
  { lat: 46, lng: 8 },
  { lat: 46.045, lng: 8 },
  { lat: 46.09, lng: 8 },
];
const ELEVATION: Elevation = {
  source: 'srtm',
  gain: 1_010,
  loss: 805,
  highest: 2_000,
  steepest: { from: 3_000, percent: -12.4 },
  profile: [
    [0, 1_000],
    [5_000, 2_000],
    [10_000, 1_200],
  ],
};
const PASS = { label: 'Furka Pass', location: PATH[1]!, value: { location: PATH[1]! } };
const DRIVE: DriveDetails = driveDetails({ id: 'a', path: encodePolyline(PATH), pointsOfInterest: [PASS] });

let api: FakeApi;
beforeEach(() => {
  installFakeEngine();
  api = new FakeApi();
  api.server.listen();
  // A hundred meters a pixel.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 150));
  HTMLElement.prototype.setPointerCapture = () => undefined;
});
afterEach(() => api.server.close());

async function show() {
  const view = renderApp(
    <>
      <RouteMap id="a" path={PATH} stops={[]} approximate={false} />
      <DriveElevation drive={DRIVE} elevation={ELEVATION} path={PATH} />
    </>,
    '/',
    (store) => store.dispatch(unitsChosen('kilometers')),
  );
  await waitFor(() => expect(madePorts.at(-1)?.fits.length).toBeGreaterThan(0));
  return { ...view, port: madePorts.at(-1)!, slider: screen.getByRole('slider', { name: 'Elevation profile' }) };
}

const drag = (slider: HTMLElement, from: number, to: number, pointerType = 'mouse') => {
  fireEvent.pointerDown(slider, { clientX: from, button: 0, pointerType });
  fireEvent.pointerMove(slider, { clientX: to, pointerType });
  fireEvent.pointerUp(slider, { clientX: to, pointerType });
};

describe('the facts', () => {
  it('are in the units of the person, with their source', async () => {
    const { store } = await show();
    const facts = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts()).toEqual(['1,010 m', '805 m', '2,000 m', '12 % at km 3']);
    expect(screen.getByText('From SRTM elevation data')).toBeVisible();
    act(() => void store.dispatch(unitsChosen('miles')));
    expect(facts()).toEqual(['3,314 ft', '2,641 ft', '6,562 ft', '12 % at mi 2']);
    expect(screen.getByText('Steepest 0.6 mi')).toBeVisible();
  });
});

describe('the cursor', () => {
  it('follows the pointer, and the map marks its place until it leaves', async () => {
    const { port, slider } = await show();
    fireEvent.pointerMove(slider, { clientX: 25, pointerType: 'mouse' });
    expect(screen.getByText('2.5 km, 1,500 m, 20 % up')).toBeVisible();
    await waitFor(() => expect(port.cursor?.lat).toBeCloseTo(46.0225, 4));
    fireEvent.pointerLeave(slider, { pointerType: 'mouse' });
    await waitFor(() => expect(port.cursor).toBeNull());
  });

  it('names the pass under it', async () => {
    const { slider } = await show();
    fireEvent.pointerMove(slider, { clientX: 52, pointerType: 'mouse' });
    expect(screen.getByText('Furka Pass')).toBeVisible();
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/^5 km, 2,000 m, .*Furka Pass$/));
  });

  it('moves with keys, from place to place too', async () => {
    const { port, slider } = await show();
    slider.focus();
    await userEvent.keyboard('{End}');
    expect(slider).toHaveAttribute('aria-valuetext', '10 km, 1,200 m, 16 % down');
    expect(slider).toHaveAttribute('aria-valuenow', '10');
    await userEvent.keyboard('{PageDown}');
    expect(slider).toHaveAttribute('aria-valuenow', '5');
    await userEvent.keyboard('{ArrowLeft}');
    expect(slider).toHaveAttribute('aria-valuenow', '4.9');
    await waitFor(() => expect(port.cursor).not.toBeNull());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(port.cursor).toBeNull());
  });

  it('follows the pointer on the line of the map', async () => {
    const { port, slider } = await show();
    port.rest({ location: { lat: 46.018, lng: 8 } });
    act(() => port.events.onHover(['a-0'], { x: 0, y: 0 }));
    expect(slider).toHaveAttribute('aria-valuenow', '2');
    act(() => port.events.onHover([], { x: 0, y: 0 }));
    expect(slider).toHaveAttribute('aria-valuenow', '0');
  });

  it('stays where a finger was lifted, which selects nothing', async () => {
    const { port, slider } = await show();
    const fits = port.fits.length;
    drag(slider, 20, 60, 'touch');
    fireEvent.pointerLeave(slider, { pointerType: 'touch' });
    expect(slider).toHaveAttribute('aria-valuenow', '6');
    expect(port.fits).toHaveLength(fits);
  });
});

describe('a stretch', () => {
  const latest = (port: (typeof madePorts)[number]) => port.fits.at(-1)!.bounds;

  it('is selected by dragging, shown by the map, and its climb is summed up', async () => {
    const { port, slider } = await show();
    drag(slider, 20, 70);
    fireEvent.pointerLeave(slider, { pointerType: 'mouse' });
    expect(screen.getByText('5 km, from km 2 to km 7')).toBeVisible();
    expect(screen.getByText('Ascent 600 m, descent 320 m')).toBeVisible();
    await waitFor(() => expect(latest(port).south).toBeCloseTo(46.018, 3));
    expect(latest(port).north).toBeCloseTo(46.063, 3);
    await userEvent.click(screen.getByRole('button', { name: 'Show the whole line' }));
    await waitFor(() => expect(latest(port)).toMatchObject({ south: 46, north: 46.09 }));
    expect(screen.queryByText('5 km, from km 2 to km 7')).toBeNull();
  });

  it('is selected by keys and by a button, too', async () => {
    const { port, slider } = await show();
    slider.focus();
    await userEvent.keyboard('{PageUp}{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    await waitFor(() => expect(latest(port).south).toBeCloseTo(46.045, 3));
    expect(latest(port).north).toBeCloseTo(46.0468, 4);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Zoom the map in here' }));
    await waitFor(() => expect(latest(port).north - latest(port).south).toBeCloseTo(0.036, 3));
  });
});

// Aim: an earlier profile leaves no mark on the map of the next page.
it('takes its mark along', async () => {
  const { store, slider, unmount } = await show();
  fireEvent.pointerMove(slider, { clientX: 25, pointerType: 'mouse' });
  act(() => void store.dispatch(linePointed(PATH[0]!)));
  unmount();
  expect(store.getState().profile).toEqual({ cursor: null, pointed: null, shown: null });
});

// Aim: the drives of a trip follow each other, one without known heights leaves a gap, and each is named.
it('joins drives', () => {
  const drive = { path: PATH, places: [], startsDay: false };
  renderApp(
    <JoinedElevation
      drives={[
        { ...drive, title: 'Out', distance: 10_000, elevation: ELEVATION },
        { ...drive, title: 'Flat', distance: 5_000, elevation: null },
        { ...drive, title: 'Back', distance: 10_000, elevation: { ...ELEVATION, highest: 2_100 }, startsDay: true },
      ]}
    />,
    '/',
    (store) => store.dispatch(unitsChosen('kilometers')),
  );
  expect(
    screen
      .getAllByRole('definition')
      .map(({ textContent }) => textContent)
      .slice(0, 3),
  ).toEqual(['2,020 m', '1,610 m', '2,100 m']);
  const slider = screen.getByRole('slider');
  expect(slider).toHaveAttribute('aria-valuemax', '25');
  fireEvent.pointerMove(slider, { clientX: 50, pointerType: 'mouse' });
  expect(screen.getByText('12.5 km, height unknown')).toBeVisible();
  expect(screen.getByText('Flat')).toBeVisible();
  fireEvent.pointerMove(slider, { clientX: 100, pointerType: 'mouse' });
  expect(screen.getByText('Back')).toBeVisible();
});
