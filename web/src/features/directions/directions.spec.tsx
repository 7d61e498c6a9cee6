// Aim: a person opens a course in their maps app with few presses, tells its legs apart, and finds the one they are on.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import type { Course } from './course.js';
import { TakeAlong } from './TakeAlong.js';

/** 444 km due north. */
const LONG: Course = {
  key: 'a',
  kind: 'drive',
  lines: [
    {
      path: Array.from({ length: 401 }, (_, index) => ({ lat: 35 + index / 100, lng: -82 })),
      stops: [],
      distance: 444_000,
      isFree: false,
    },
  ],
  startAddress: 'Asheville, North Carolina',
  endAddress: 'near Boone, North Carolina',
};
const SHORT: Course = {
  ...LONG,
  lines: [{ ...LONG.lines[0]!, path: LONG.lines[0]!.path.slice(0, 11), distance: 11_100 }],
};
const LINK = { title: 'Blue Ridge', text: 'Blue Ridge, 276 mi', url: 'https://drives.example/x' };

const desktop = globalThis.matchMedia;
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => {
  api.server.close();
  vi.restoreAllMocks();
  globalThis.matchMedia = desktop;
  Reflect.deleteProperty(navigator, 'share');
});

async function openDirections(course: Course) {
  const shown = renderApp(<TakeAlong course={course} title="Blue Ridge" gpx={async () => true} link={LINK} />);
  await userEvent.click(screen.getByRole('button', { name: 'Directions: Blue Ridge' }));
  await screen.findByRole('dialog', { name: 'Get Directions' });
  return shown;
}

const linksIn = (region: string) => within(screen.getByRole('region', { name: region })).getAllByRole('link');
const textsIn = (region: string) => linksIn(region).map(({ textContent }) => textContent);
const onPhone = () => {
  globalThis.matchMedia = (query) => ({ ...desktop(query), matches: query.includes('coarse') });
};

it('leads from the current location first, and along the drive alone second', async () => {
  await openDirections(SHORT);
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'From where I am',
    'Only this drive',
    'Files for other apps and devices',
  ]);
  const addressOf = (region: string) => new URL(linksIn(region)[0]!.getAttribute('href')!).searchParams;
  expect(addressOf('From where I am').get('dir_action')).toBe('navigate');
  expect(addressOf('From where I am').get('origin')).toBeNull();
  expect(addressOf('From where I am').get('waypoints')).toMatch(/^35,-82\|/);
  expect(addressOf('Only this drive').get('origin')).toBe('35,-82');
});

it('names the legs by their towns', async () => {
  await openDirections(LONG);
  await screen.findAllByText(/^1 of 4 · Asheville to Mills River, \d+ mi$/);
  expect(textsIn('Only this drive')).toEqual([
    expect.stringMatching(/^1 of 4 · Asheville to Mills River, 69 mi$/),
    expect.stringMatching(/^2 of 4 · Around Mills River, 69 mi$/),
    expect.stringMatching(/^3 of 4 · Around Mills River, 69 mi$/),
    expect.stringMatching(/^4 of 4 · Mills River to Boone, 69 mi$/),
  ]);
});

it('gives Google Maps on a phone no more than three waypoints a leg', async () => {
  onPhone();
  await openDirections(LONG);
  const counts = linksIn('From where I am')
    .map((link) => new URL(link.getAttribute('href')!))
    .filter(({ host }) => host === 'www.google.com')
    .map(({ searchParams }) => searchParams.get('waypoints')!.split('|').length);
  expect(counts.length).toBeGreaterThan(4);
  expect(Math.max(...counts)).toBe(3);
});

it('offers the platform’s own app first, then the one chosen last', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)');
  const { unmount } = await openDirections(SHORT);
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')!.textContent)).toEqual([
    'Apple Maps',
    'Google Maps',
  ]);
  expect(linksIn('From where I am')[0]).toHaveTextContent('Open in Apple Maps');
  await userEvent.click(screen.getByRole('radio', { name: 'Google Maps' }));
  expect(linksIn('From where I am')[0]).toHaveTextContent('Open in Google Maps');
  unmount();
  await openDirections(SHORT);
  expect(linksIn('From where I am')[0]).toHaveTextContent('Open in Google Maps');
});

it('ticks the leg opened last, also on the next visit', async () => {
  const { unmount } = await openDirections(LONG);
  await userEvent.click(screen.getByRole('link', { name: /^2 of 4 .* in Google Maps, from where i am$/ }));
  unmount();
  await openDirections(LONG);
  const ticked = screen.getAllByRole('link', { name: /opened last/ });
  expect(ticked.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^2 of 4/),
    expect.stringMatching(/^2 of 4/),
  ]);
});

it('shares by the sheet of a phone, and by a dialog where there is none', async () => {
  const shared = vi.fn(async () => undefined);
  onPhone();
  Object.defineProperty(navigator, 'share', { configurable: true, value: shared });
  const { unmount } = renderApp(
    <TakeAlong course={SHORT} title="Blue Ridge" gpx={async () => true} link={LINK} linkNote="Only you." />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Share: Blue Ridge' }));
  expect(shared).toHaveBeenCalledWith(LINK);
  expect(screen.queryByRole('dialog')).toBeNull();
  unmount();
  globalThis.matchMedia = desktop;
  renderApp(<TakeAlong course={SHORT} title="Blue Ridge" gpx={async () => true} link={LINK} linkNote="Only you." />);
  await userEvent.click(screen.getByRole('button', { name: 'Share: Blue Ridge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share' }));
  expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(LINK.url);
  expect(dialog.getByText('Only you.')).toBeVisible();
  expect(await dialog.findByRole('img', { name: 'QR code of the link' })).toBeVisible();
});
