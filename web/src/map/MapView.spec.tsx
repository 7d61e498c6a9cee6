// Aim: the explore map requests only what it shows, and responds to hovering, choosing and pressing.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountApi } from '../api/account-api.js';
import type { MapViewProps } from './map-view-props.js';
import { rememberSession, user } from '../testing/accounts.js';
import { drive } from '../testing/drives.js';
import { renderApp } from '../testing/render.js';
import { FakeApi } from '../testing/server.js';
import { installFakeEngine, madePorts } from './fake-port.js';
import type { MapType } from './map-port.js';
import MapView from './MapView.js';

const US = { north: 50, south: 24, west: -125, east: -66 };
const RIDGE = { north: 36, south: 35, west: -83, east: -82 };
const POINT = { north: 35, south: 35, west: -82, east: -82 };
const MANY = { location: { lat: 35.5, lng: -82.5 }, count: 12, bounds: RIDGE };
const ONE = { location: { lat: 45, lng: -110 }, count: 1, bounds: POINT, id: 'b' };
const PATH = '_p~iF~ps|U_ulLnnqC_mqNvxq`@';

let api: FakeApi;
let urls: URL[];
let contentFails: boolean;
let mapSettings: { googleMapsApiKey: string | null; styles: Record<MapType, string | null>; streets: null };

beforeEach(() => {
  api = new FakeApi();
  urls = [];
  contentFails = false;
  mapSettings = { googleMapsApiKey: null, styles: { roadmap: null, terrain: null, satellite: null }, streets: null };
  installFakeEngine();
  const answer = (request: Request, content: object) => {
    urls.push(new URL(request.url));
    if (!contentFails) return HttpResponse.json({ ...content, total: 13 });
    const error = { title: 'Temporarily unavailable', message: 'Down.', code: 'ERROR-00010', type: 503 };
    return HttpResponse.json(error, { status: 503 });
  };
  api.server.use(
    http.get('*/api/drives/clusters', ({ request }) => answer(request, { clusters: [MANY, ONE] })),
    http.get('*/api/drives/lines', ({ request }) =>
      answer(request, {
        lines: [
          { id: 'a', path: PATH },
          { id: 'c', path: PATH },
        ],
      }),
    ),
    http.post('*/api/drives/summaries', async ({ request }) => {
      const { ids } = (await request.json()) as { ids: string[] };
      return HttpResponse.json({ drives: ids.map((id) => drive({ id, title: `Road ${id}` })) });
    }),
    http.get('*/api/settings', () =>
      HttpResponse.json({ productName: 'Switchback', publicUrl: 'http://localhost', map: mapSettings }),
    ),
  );
  api.server.listen();
});
afterEach(() => api.server.close());

async function show(over: Partial<MapViewProps> = {}) {
  const selected: (string | null)[] = [];
  function Page() {
    const [active, setActive] = useState(over.activeId ?? null);
    const [type, setType] = useState<MapType>('roadmap');
    return (
      <MapView
        drives={[]}
        hoveredId={null}
        bounds={US}
        location={{ lat: 38, lng: -95 }}
        zoom={5}
        filters={{}}
        onMove={() => undefined}
        onHover={() => undefined}
        onHere={null}
        fit={null}
        bottomInset={0}
        lowestInset={0}
        compared={[]}
        roads={null}
        {...over}
        activeId={active}
        mapType={type}
        onMapType={setType}
        onSelect={(id) => {
          selected.push(id);
          setActive(id);
        }}
      />
    );
  }
  const view = renderApp(<Page />);
  await waitFor(() => expect(madePorts).toHaveLength(1));
  const port = madePorts[0]!;
  return { ...view, port, selected };
}

const paths = () => urls.map(({ pathname }) => pathname.split('/').at(-1));

describe('the content of the map', () => {
  // The spec: clusters up to city zoom minus two, lines above.
  it('requests clusters of its box, and lines at closer zooms', async () => {
    const { port } = await show();
    await waitFor(() => expect(port.clusters).toHaveLength(2));
    expect(urls[0]?.searchParams.get('bounds')).toBe('50,-66,24,-125');
    act(() => port.rest({ bounds: RIDGE, zoom: 9.2 }));
    await waitFor(() => expect(port.lines.map(({ id }) => id)).toEqual(['a', 'c']));
    expect(port.clusters).toEqual([]);
    expect(paths()).toEqual(['clusters', 'lines']);
  });

  // Between the two, long lines show what the clusters are about.
  it('draws lines next to clusters from zoom 6', async () => {
    const { port } = await show();
    await waitFor(() => expect(port.clusters).toHaveLength(2));
    expect(port.lines).toEqual([]);
    act(() => port.rest({ bounds: RIDGE, zoom: 7 }));
    await waitFor(() => expect(port.lines.map(({ id }) => id)).toEqual(['a']));
    expect(port.clusters).toHaveLength(2);
  });

  // Areas that a continued drag has left need no content.
  it('is requested once for a series of moves, and not again at the same position', async () => {
    const { port } = await show();
    await waitFor(() => expect(port.clusters).toHaveLength(2));
    for (const north of [49, 48, 47]) act(() => port.rest({ bounds: { ...US, north } }));
    await waitFor(() => expect(urls).toHaveLength(2));
    expect(urls[1]?.searchParams.get('bounds')).toBe('47,-66,24,-125');
    act(() => port.rest({}, false));
    act(() => port.rest({ bounds: { ...US, north: 46 } }));
    await waitFor(() => expect(urls).toHaveLength(3));
  });

  // The old drives are better than none, as long as the page reports it.
  it('stays when a request fails, with a message', async () => {
    const { port } = await show();
    await waitFor(() => expect(port.clusters).toHaveLength(2));
    contentFails = true;
    act(() => port.rest({ bounds: RIDGE }));
    expect(await screen.findByText('The drives of this area could not be loaded.')).toBeVisible();
    expect(port.clusters).toHaveLength(2);
  });

  // A drive that was unsaved disappears while only saved ones are shown.
  it('is updated with the marks of the person', async () => {
    const { port, store } = await show({ filters: { public: 'false' } });
    await waitFor(() => expect(port.clusters).toHaveLength(2));
    api.server.use(http.get('*/api/drives/clusters', () => HttpResponse.json({ clusters: [ONE], total: 1 })));
    act(() => void store.dispatch(accountApi.util.invalidateTags(['Kept'])));
    await waitFor(() => expect(port.clusters).toHaveLength(1));
  });

  it('is removed with the page', async () => {
    const { port, unmount } = await show();
    unmount();
    expect(port.gone).toBe(true);
  });
});

describe('choosing on the map', () => {
  it('zooms into a cluster, and by one step if its drives lie all over the map', async () => {
    const { port } = await show();
    act(() => port.events.onPickCluster(MANY));
    expect(port.fits.at(-1)?.bounds).toEqual(RIDGE);
    act(() => port.events.onPickCluster({ ...MANY, bounds: US }));
    expect(port.moves).toEqual([{ lat: 35.5, lng: -82.5, zoom: 7 }]);
  });

  // The drive is not among the cards, so the map has to request its route.
  it('opens the drive of a cluster of one', async () => {
    const { port, selected } = await show();
    act(() => port.events.onPick(['b'], { x: 10, y: 10 }));
    expect(selected).toEqual(['b']);
    await waitFor(() => expect(port.fits.at(-1)?.bounds).toEqual(drive({ id: 'b' }).bounds));
    expect(port.lines.map(({ id }) => id)).toContain('b');
    expect(port.marks.activeId).toBe('b');
  });

  it('lets the person choose between several drives on one road', async () => {
    const { port, selected } = await show();
    act(() => port.events.onPick(['a', 'c'], { x: 10, y: 10 }));
    const chooser = await screen.findByRole('dialog', { name: '2 drives here' });
    await userEvent.click(await within(chooser).findByRole('button', { name: /Road c/ }));
    expect(selected).toEqual(['c']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  // A phone has no room for a list over its map.
  it('leaves that choice to the page if it has a sheet', async () => {
    const calls: (readonly string[])[] = [];
    const { port } = await show({ onHere: (ids) => calls.push(ids) });
    act(() => port.events.onHover(['a', 'c'], { x: 300, y: 300 }));
    act(() => port.events.onPick(['a', 'c'], { x: 10, y: 10 }));
    expect(calls).toEqual([['a', 'c']]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByTestId('hover-card')).toBeNull();
  });

  it('closes that choice on Escape', async () => {
    const { port } = await show();
    act(() => port.events.onPick(['a', 'c'], { x: 10, y: 10 }));
    await waitFor(() => expect(screen.getByRole('button', { name: /Road a/ })).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('clears the chosen drive with a click elsewhere', async () => {
    const { port, selected } = await show({ activeId: 'a' });
    act(() => port.events.onPickNothing({ x: 0, y: 0 }));
    expect(selected).toEqual([null]);
  });
});

describe('next to the map', () => {
  // Only who can add streets is told that they are missing.
  it.each([
    ['admin', 12, 1],
    ['admin', 10, 0],
    ['hero', 12, 0],
  ] as const)('tells %s at zoom %i that the map is an overview: %i', async (accountType, zoom, count) => {
    rememberSession();
    api.accounts.user = user({ accountType });
    const { port } = await show();
    act(() => port.rest({ bounds: RIDGE, zoom }));
    await waitFor(() => expect(port.lines).not.toHaveLength(0));
    const notice = () => screen.queryAllByRole('link', { name: 'Overview map: add streets' });
    await waitFor(() => expect(notice()).toHaveLength(count));
  });

  it('describes the drive under the pointer until it is left', async () => {
    const { port } = await show();
    act(() => port.events.onHover(['a', 'c'], { x: 300, y: 300 }));
    const card = await screen.findByTestId('hover-card');
    expect(card).toHaveTextContent('Road a');
    expect(card).toHaveTextContent('10 mi');
    expect(card).toHaveTextContent('and 1 more here');
    act(() => port.events.onHover([], { x: 0, y: 0 }));
    await waitFor(() => expect(screen.queryByTestId('hover-card')).toBeNull());
  });

  // The card must be reachable: it waits for the pointer, keeps its line marked, and saves the drive.
  it('saves the drive from its card', async () => {
    rememberSession();
    const hovered: (string | null)[] = [];
    const { port, store } = await show({ onHover: (id) => hovered.push(id) });
    act(() => port.events.onHover(['a'], { x: 300, y: 300 }));
    const card = await screen.findByTestId('hover-card');
    act(() => port.events.onHover(['a'], { x: 340, y: 320 }));
    expect(card.style.getPropertyValue('--x')).toBe('300px');
    await userEvent.hover(card);
    act(() => port.events.onHover([], { x: 0, y: 0 }));
    expect(hovered.at(-1)).toBe('a');
    const save = within(card).getByRole('button', { name: 'Save' });
    await waitFor(() => expect(accountApi.endpoints.user.select('u1')(store.getState()).data).toBeDefined());
    await userEvent.click(save);
    await waitFor(() => expect(api.accounts.user.savedDrives).toEqual(['a']));
    expect(screen.getByTestId('hover-card')).toBeVisible();
    await userEvent.unhover(card);
    await waitFor(() => expect(screen.queryByTestId('hover-card')).toBeNull());
  });

  it('opens the drive from its card', async () => {
    const { port, selected } = await show();
    act(() => port.events.onHover(['b'], { x: 300, y: 300 }));
    await userEvent.click(within(await screen.findByTestId('hover-card')).getByRole('link', { name: 'Road b' }));
    expect(selected).toEqual(['b']);
  });

  // People who cannot see the map get the same choices as a list.
  it('lists the clusters, and opens one from there', async () => {
    const { port } = await show();
    const list = await screen.findByRole('region', { name: 'On this map' });
    expect(within(list).getByRole('status')).toHaveTextContent('13 drives on this map');
    await userEvent.click(within(list).getByRole('button', { name: '12 drives here: zoom in' }));
    expect(port.fits.at(-1)?.bounds).toEqual(RIDGE);
  });

  it('offers only the map types of the installation', async () => {
    await show();
    expect(screen.queryByRole('radiogroup', { name: 'Map type' })).toBeNull();
  });

  it('offers the available ones, and shows the chosen one', async () => {
    mapSettings = { ...mapSettings, styles: { roadmap: null, terrain: null, satellite: '/styles/s.json' } };
    const { port } = await show();
    const picker = await screen.findByRole('radiogroup', { name: 'Map type' });
    expect(within(picker).queryByRole('radio', { name: 'Terrain' })).toBeNull();
    await userEvent.click(within(picker).getByRole('radio', { name: 'Satellite' }));
    expect(port.look.type).toBe('satellite');
  });

  it('offers all types with Google Maps', async () => {
    mapSettings = { ...mapSettings, googleMapsApiKey: 'key' };
    await show();
    const picker = await screen.findByRole('radiogroup', { name: 'Map type' });
    expect(within(picker).getAllByRole('radio')).toHaveLength(3);
  });
});
