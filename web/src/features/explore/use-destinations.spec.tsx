import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { Link, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drive } from '../../testing/drives.js';
import { HeldCalls } from '../../testing/held-calls.js';
import { renderApp } from '../../testing/render.js';
import { ASHEVILLE, FakeApi } from '../../testing/server.js';
import { ExplorePage } from './ExplorePage.js';
import type { MapViewProps } from '../../map/map-view-props.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => {
  api.server.close();
  Reflect.deleteProperty(navigator, 'geolocation');
});

const HERE = {
  bounds: { north: 36, east: -75, south: 33, west: -84 },
  location: { lat: 34.5, lng: -79.5 },
  zoom: 7,
  center: { lat: 34.3, lng: -79.5 },
};

/** Fake map that shows where it was sent; its buttons report a position, as when ready or dragged. */
function FakeMap({ fit, ...map }: MapViewProps) {
  const [start] = useState(map.bounds);
  return (
    <>
      <output data-testid="started-at">{JSON.stringify(start)}</output>
      <output data-testid="sent-to">
        {fit === null ? 'nowhere' : JSON.stringify('bounds' in fit ? fit.bounds : fit.position)}
      </output>
      <button onClick={() => map.onMove(HERE, false)}>map is ready</button>
      <button onClick={() => map.onMove(HERE, true)}>drag the map</button>
    </>
  );
}

async function explore(at: string) {
  const page = (
    <ExplorePage
      MapView={FakeMap}
      DetailsPanel={({ onClose }) => <button onClick={onClose}>close the details</button>}
    />
  );
  const view = renderApp(
    <Routes>
      <Route path="/explore" element={page} />
    </Routes>,
    at,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'map is ready' }));
  return view;
}

/** Chooses a place in the search box. */
async function choosePlace(typed: string, label: string) {
  await userEvent.clear(field());
  await userEvent.type(field(), typed);
  await userEvent.click(await screen.findByRole('option', { name: label }));
}

/** Adds a place far from all drives. */
function addPierre() {
  const hit = { type: 'place', label: 'Pierre, South Dakota', value: 'p2', relevance: 4, exact: false };
  const viewport = { north: 45, east: -100, south: 44, west: -101 };
  api.server.use(
    http.get('*/api/places/autocomplete', ({ request }) =>
      new URL(request.url).searchParams.get('text')?.startsWith('pie')
        ? HttpResponse.json({ results: [hit] })
        : undefined,
    ),
    http.get('*/api/places/place/p2', () =>
      HttpResponse.json({ place: { ...ASHEVILLE, viewport, location: { lat: 44.5, lng: -100.5 } } }),
    ),
  );
}

const sentTo = () => screen.getByTestId('sent-to').textContent ?? '';
const field = () => screen.getByRole('combobox', { name: /^Search drives/ });

describe('the position of the map', () => {
  // Aim: a link to a place opens the map there.
  it('starts at the place in the address', async () => {
    await explore('/explore?view=map&search=Asheville|p1|place');
    await waitFor(() => expect(sentTo()).toContain('"north":36.2'));
    expect(field()).toHaveAccessibleDescription('Asheville');
  });

  // Aim: a link with bounds keeps the map there.
  it('stays at the position in the address', async () => {
    await explore('/explore?view=map&bounds=36,-75,33,-84&search=Asheville|p1|place');
    await screen.findByRole('link', { name: 'Blue Ridge' });
    expect(sentTo()).toBe('nowhere');
  });

  // Aim: a link to a drive opens the map at that drive.
  it('starts at the drive in the address', async () => {
    await explore('/explore?view=map&drive=b&details=true');
    expect(screen.getByTestId('started-at')).toHaveTextContent('"north":35.2');
    expect(api.searches[0]?.get('bounds')).toMatch(/^35\.2/);
    await waitFor(() => expect(sentTo()).toContain('"north":35.2'));
  });

  // Aim: without a link, the map opens at the device's location.
  it('starts at the position of the device', async () => {
    const getCurrentPosition = (done: PositionCallback) =>
      done({ coords: { latitude: 48, longitude: 11 } } as GeolocationPosition);
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
    await explore('/explore');
    await waitFor(() => expect(sentTo()).toMatch(/"north":48\.\d+,/));
  });

  // Aim: the user's own moves take precedence over the page's destination.
  it('stays at the dragged position', async () => {
    api.drives = [];
    const page = <ExplorePage MapView={FakeMap} DetailsPanel={() => null} />;
    renderApp(page, '/explore?view=map');
    await userEvent.click(await screen.findByRole('button', { name: 'drag the map' }));
    api.drives = [drive({ id: 'a' })];
    await waitFor(() => expect(api.searches.at(-1)?.get('bounds')).toBe('36,-75,33,-84'));
    expect(sentTo()).toBe('nowhere');
  });

  // Aim: a place chosen on the map moves the map to it.
  it('moves to a chosen place', async () => {
    const { address } = await explore('/explore?view=map&bounds=36,-75,33,-84');
    await userEvent.type(field(), 'ashe');
    await userEvent.click(await screen.findByRole('option', { name: 'Asheville, North Carolina' }));
    await waitFor(() => expect(sentTo()).toContain('"west":-83.2'));
    expect(address()).toContain('search=Asheville,+North+Carolina|p1|place');
  });

  // Aim: of two moves the last one counts, however late the answer to the first one comes.
  it.each([
    ['another place', '"west":-101', () => choosePlace('pie', 'Pierre, South Dakota')],
    ['the map dragged', 'nowhere', () => userEvent.click(screen.getByRole('button', { name: 'drag the map' }))],
    ['the search cleared', 'nowhere', () => userEvent.click(screen.getByRole('button', { name: 'Clear search' }))],
  ] as const)('does not move to a chosen place after %s', async (_later, outcome, act) => {
    addPierre();
    const asheville = new HeldCalls(api, '*/api/places/place/p1');
    const { store } = await explore('/explore?view=map&bounds=36,-75,33,-84');
    await choosePlace('ashe', 'Asheville, North Carolina');
    await waitFor(() => expect(asheville.count).toBe(1));
    await act();
    await waitFor(() => expect(sentTo()).toContain(outcome));
    await asheville.release(store);
    expect(sentTo()).toContain(outcome);
  });

  // Aim: the answer about a place changes no other page.
  it('leaves the address alone once the page is left', async () => {
    const asheville = new HeldCalls(api, '*/api/places/place/p1');
    const { store, address } = renderApp(
      <>
        <Link to="/contact">Contact</Link>
        <Routes>
          <Route path="/explore" element={<ExplorePage MapView={FakeMap} DetailsPanel={() => null} />} />
          <Route path="*" element={null} />
        </Routes>
      </>,
      '/explore?view=list',
    );
    await choosePlace('ashe', 'Asheville, North Carolina');
    await waitFor(() => expect(asheville.count).toBe(1));
    await userEvent.click(screen.getByRole('link', { name: 'Contact' }));
    await asheville.release(store);
    expect(address()).toBe('/contact');
  });

  // Aim: a place name and Enter suffice, and the view widens until it includes drives.
  it('moves to a place with a complete name, and to the drives around it', async () => {
    api.drives = [drive({ id: 'far', startLocation: { lat: 36.6, lng: -82.55 } })];
    const { address } = await explore('/explore?view=map&bounds=36,-75,33,-84');
    await userEvent.type(field(), 'asheville{Enter}');
    await waitFor(() => expect(sentTo()).toMatch(/"north":36\.6\d/));
    await waitFor(() => expect(address()).toContain('|p1|place'));
    expect(api.searches.map((query) => query.get('geocode'))).toContain('35.6,-82.55');
  });

  // Aim: a text is searched everywhere: the map moves to what it finds, and the count says how much of it is in view.
  it('moves to what a text finds', async () => {
    api.visible = ({ id }, query) => query.get('q') === 'sea' && (!query.has('bounds') || id === 'a');
    const { address } = await explore('/explore?view=map&bounds=36,-75,33,-84');
    await userEvent.type(field(), 'sea{Enter}');
    await waitFor(() => expect(sentTo()).toContain('"north":35.2'));
    expect(api.searches.find((query) => query.has('q') && !query.has('bounds'))?.get('sort')).toBe('match');
    // Aim: no count while the map is on its way.
    expect(screen.getByText('Moving the map…')).toBeVisible();
    expect(screen.queryByText(/in view/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'map is ready' }));
    expect(await screen.findByText('2 drives, 1 in view')).toBeVisible();
    expect(address()).toContain('search=sea|sea|text');
  });

  // Aim: a text that finds drives everywhere can be limited to what the map shows, and searched everywhere again.
  it('searches a text in the area of the map', async () => {
    api.visible = ({ id }, query) => query.get('q') === 'sea' && (!query.has('bounds') || id === 'a');
    const { address } = await explore('/explore?view=map&bounds=36,-75,33,-84&search=sea|sea|text');
    await userEvent.click(await screen.findByRole('button', { name: 'Search this area' }));
    expect(await screen.findByText('1 result')).toBeVisible();
    expect(api.searches.at(-1)?.get('bounds')).toBe('36,-75,33,-84');
    expect(address()).toContain('area=map');
    await userEvent.click(screen.getByRole('button', { name: 'Search everywhere' }));
    await waitFor(() => expect(sentTo()).toContain('"north":35.2'));
    expect(address()).not.toContain('area=map');
  });

  // Aim: a shared link to a text and a position opens there.
  it('stays at the position of a link to a text', async () => {
    await explore('/explore?view=map&bounds=36,-75,33,-84&search=ridge|ridge|text');
    expect(await screen.findByText('2 drives, 2 in view')).toBeVisible();
    expect(sentTo()).toBe('nowhere');
  });

  // Aim: a link of the landing page names only the text.
  it('starts at what the text in the address finds', async () => {
    await explore('/explore?view=map&search=ridge|ridge|text');
    await waitFor(() => expect(sentTo()).toContain('"north":35.2'));
  });

  // Aim: a text that nothing matches leaves the map where it is and says what to do next.
  it('stays if a text finds nothing', async () => {
    api.visible = (_, query) => !query.has('q');
    await explore('/explore?view=map&bounds=36,-75,33,-84');
    await userEvent.type(field(), 'xyzzy{Enter}');
    expect(await screen.findByText(/Nothing matches “xyzzy”\. Check the spelling/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Go to the nearest drive' })).toBeNull();
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Clear search' })).toHaveLength(2));
    expect(sentTo()).toBe('nowhere');
  });

  // Aim: a chosen drive opens, and the map moves to it once the panel is open.
  it('moves to a chosen drive', async () => {
    const { address } = await explore('/explore?view=map&bounds=36,-75,33,-84');
    await userEvent.click(await screen.findByRole('link', { name: 'Sea Cliffs' }));
    const close = await screen.findByRole('button', { name: 'close the details' });
    expect(address()).toContain('drive=b&details=true');
    await waitFor(() => expect(sentTo()).toContain('"north":35.2'));
    await userEvent.click(close);
    // Aim: closing restores the earlier center and zoom, not bounds, which the map's new size would change.
    expect(JSON.parse(sentTo())).toMatchObject({ center: HERE.center, zoom: HERE.zoom });
  });

  // Aim: a drive chosen in the search box moves the map, as one chosen from a card does.
  it('moves to a drive chosen in the search box', async () => {
    await explore('/explore?view=map&bounds=36,-75,33,-84');
    await userEvent.type(field(), 'sea');
    await userEvent.click(await screen.findByRole('option', { name: 'Sea Cliffs' }));
    await waitFor(() => expect(sentTo()).toContain('"north":35.2'));
  });

  // Aim: a map that is shown again stays where it was, whatever moved it before.
  it('is kept while the list is shown', async () => {
    await explore('/explore?view=map&bounds=36,-75,33,-84');
    await userEvent.click(await screen.findByRole('link', { name: 'Sea Cliffs' }));
    await waitFor(() => expect(sentTo()).toContain('"north":35.2'));
    await userEvent.click(screen.getByRole('tab', { name: 'List' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Map' }));
    expect(sentTo()).toBe('nowhere');
  });

  // Aim: a search cleared elsewhere disappears from the bar, and no region is written back into it.
  it('shows the current search', async () => {
    const { address } = await explore('/explore?view=map&bounds=36,-75,33,-84&search=ridge|ridge|text');
    expect(field()).toHaveValue('ridge');
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(field()).toHaveValue('');
    await waitFor(() => expect(address()).not.toContain('search='));
  });
});
