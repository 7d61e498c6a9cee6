import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drive } from '../../testing/drives.js';
import { renderApp } from '../../testing/render.js';
import { facetsOf, FakeApi } from '../../testing/server.js';
import { ExplorePage } from './ExplorePage.js';
import type { DetailsPanelProps } from '../../components/details-slot.js';
import type { MapViewProps } from '../../map/map-view-props.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => api.server.close());

/** Fake map with buttons that move it and select a drive. */
function FakeMap(props: MapViewProps) {
  const bounds = { north: 36, east: -75, south: 33, west: -84 };
  const center = { lat: 34.5, lng: -79.5 };
  const move = (byUser: boolean) => {
    const shown = byUser ? bounds : { ...bounds, north: 38 };
    props.onMove({ bounds: shown, location: center, zoom: 9, center }, byUser);
  };
  return (
    <>
      <button onClick={() => move(true)}>move the map</button>
      <button onClick={() => move(false)}>arrive at the drive</button>
      <button onClick={() => props.onSelect('b')}>choose a line</button>
      <button onClick={() => props.onHere?.(['a', 'b'])}>tap a shared road</button>
      <button onMouseEnter={() => props.onHover('b')}>point at a line</button>
      <p>marked: {props.hoveredId ?? 'none'}</p>
      <p>free below: {props.bottomInset}</p>
    </>
  );
}

function FakeDetails({ driveId, away, onNext, onClose }: DetailsPanelProps) {
  return (
    <>
      <p>
        details of {driveId}
        {away && `, ${away}`}
      </p>
      {onNext && <button onClick={onNext}>Next drive</button>}
      <button onClick={onClose}>Close</button>
    </>
  );
}

const desktop = matchMedia;
afterEach(() => vi.stubGlobal('matchMedia', desktop));

/** Lets exactly the queries match that contain the text. */
function stubWindow(matching: string) {
  vi.stubGlobal('matchMedia', (query: string) => ({ ...desktop(query), matches: query.includes(matching) }));
}

function explore(at: string) {
  const page = <ExplorePage MapView={FakeMap} DetailsPanel={FakeDetails} />;
  return renderApp(
    <Routes>
      <Route path="/explore" element={page} />
      <Route path="/drive-details/:driveId" element={page} />
    </Routes>,
    at,
  );
}

describe('the explore page', () => {
  // Aim: the list shows the results with their count, and requests them without bounds.
  it('lists drives with their count', async () => {
    explore('/explore?view=list');
    expect(await screen.findByRole('link', { name: 'Blue Ridge' })).toBeVisible();
    expect(screen.getByText('2 results')).toBeVisible();
    expect(screen.getAllByText('Winding')).toHaveLength(2);
    expect(screen.getAllByText('· Mountain')).toHaveLength(2);
    expect(api.searches[0]?.has('bounds')).toBe(false);
  });

  // Aim: moving the map searches its new bounds and writes them to the URL.
  it('searches at the new position of the map', async () => {
    const { address } = explore('/explore');
    await userEvent.click(await screen.findByRole('button', { name: 'move the map' }));
    await waitFor(() => expect(address()).toContain('bounds=36,-75,33,-84'));
    await waitFor(() => expect(api.searches.at(-1)?.get('bounds')).toBe('36,-75,33,-84'));
    expect(api.searches.at(-1)?.get('geocode')).toBe('34.5,-79.5,any,4');
  });

  // Aim: a card opens its drive and adds it to the URL; closing removes it again.
  it('opens and closes a drive from its card', async () => {
    const { address } = explore('/explore?view=list');
    await userEvent.click(await screen.findByRole('link', { name: 'Sea Cliffs' }));
    expect(await screen.findByText('details of b')).toBeVisible();
    expect(address()).toContain('drive=b&details=true');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('details of b')).toBeNull();
    expect(address()).not.toContain('drive=');
  });

  // Aim: cards and the open drive say how far it is from the searched town.
  it('shows the distance from the searched town', async () => {
    explore('/explore?view=list&search=Asheville|place:1|place&drive=a&details=true');
    expect((await screen.findAllByText('40 mi from Asheville')).length).toBeGreaterThan(0);
    expect(screen.getByText('details of a, 40 mi from Asheville')).toBeVisible();
  });

  // Aim: a long drive says that it passes near the town, although it starts far away; so does it when opened by a link.
  it('tells where a drive passes from where it starts', async () => {
    api.lineMeters['a'] = 4_828;
    api.lineMeters['b'] = 10;
    explore('/explore?view=list&search=Asheville|place:1|place&drive=a&details=true');
    const both = 'passes 3 mi from Asheville · starts 40 mi away';
    expect((await screen.findAllByText(both)).length).toBeGreaterThan(0);
    expect(screen.getByText(`details of a, ${both}`)).toBeVisible();
    expect(screen.getByText(/^Passes Asheville · starts \d+ mi away$/)).toBeVisible();
  });

  // Aim: the list of an open drive stays when the map moves to it, and leads on to the next drive.
  it('keeps the list while a drive is open', async () => {
    explore('/explore?bounds=40,-70,30,-90');
    await userEvent.click(await screen.findByRole('button', { name: 'arrive at the drive' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Blue Ridge' }));
    expect(await screen.findByText('details of a')).toBeVisible();
    const searches = api.searches.length;
    await userEvent.click(screen.getByRole('button', { name: 'arrive at the drive' }));
    await userEvent.click(screen.getByRole('button', { name: 'Next drive' }));
    expect(await screen.findByText('details of b')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Next drive' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Search this area' })).toBeNull();
    expect(api.searches).toHaveLength(searches);
  });

  // Aim: with a drive open, another area is searched only when the user has moved the map there and asks for it.
  it('searches another area on request while a drive is open', async () => {
    explore('/explore?bounds=40,-70,30,-90');
    await userEvent.click(await screen.findByRole('button', { name: 'arrive at the drive' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Blue Ridge' }));
    await userEvent.click(screen.getByRole('button', { name: 'move the map' }));
    api.drives = [drive({ id: 'c', title: 'Gulf Road' })];
    await userEvent.click(await screen.findByRole('button', { name: 'Search this area' }));
    expect(await screen.findByRole('link', { name: 'Gulf Road' })).toBeVisible();
    expect(screen.getByText('details of a')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Search this area' })).toBeNull();
  });

  // Aim: next to the map, a card marks its line, and a line marks its card.
  it('marks lines and cards on hover', async () => {
    stubWindow('1100px');
    explore('/explore');
    const card = (await screen.findByRole('link', { name: 'Sea Cliffs' })).closest('article')!;
    await userEvent.hover(card);
    expect(screen.getByText('marked: b')).toBeVisible();
    await userEvent.unhover(card);
    expect(card).toHaveAttribute('data-active', 'false');
    await userEvent.hover(screen.getByRole('button', { name: 'point at a line' }));
    expect(card).toHaveAttribute('data-active', 'true');
  });

  // Aim: on a phone, a chosen drive opens in the half-open sheet, and the map keeps the area above it free.
  it('opens a drive in the sheet of a phone', async () => {
    stubWindow('max-width: 550px');
    explore('/explore');
    await userEvent.click(await screen.findByRole('button', { name: 'choose a line' }));
    const sheet = screen.getByRole('region', { name: 'Results' });
    expect(await within(sheet).findByText('details of b')).toBeVisible();
    expect(within(sheet).getByRole('slider')).toHaveAttribute('aria-valuetext', 'Half');
    expect(screen.getByText('free below: 440')).toBeVisible();
    expect(screen.getByRole('button', { name: 'choose a line' }).closest('[inert]')).toBeNull();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
    expect(within(sheet).getByRole('slider')).toHaveAttribute('aria-valuetext', 'Collapsed');
    expect(within(sheet).getByRole('link', { name: 'Sea Cliffs' })).toBeVisible();
  });

  // Aim: on a phone, drives that share a road open as cards in the sheet, and one of them from there.
  it('lists the drives of a shared road in the sheet of a phone', async () => {
    stubWindow('max-width: 550px');
    explore('/explore');
    await userEvent.click(await screen.findByRole('button', { name: 'tap a shared road' }));
    const sheet = screen.getByRole('region', { name: 'Results' });
    expect(within(sheet).getByText('2 drives here')).toBeVisible();
    await userEvent.click(await within(sheet).findByRole('link', { name: 'Sea Cliffs' }));
    expect(await within(sheet).findByText('details of b')).toBeVisible();
  });

  // Aim: a landing-page link names a drive only as its search: the drive opens, and once closed stays closed.
  it('opens the drive that a link to the map searches for', async () => {
    const { address } = explore('/explore?view=map&search=Sea%20Cliffs|b|drive');
    expect(await screen.findByText('details of b')).toBeVisible();
    expect(address()).toContain('drive=b&details=true');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('details of b')).toBeNull());
    expect(address()).not.toContain('drive=');
  });

  // Aim: a drive's short link opens that drive within the explore page.
  it('opens a drive by its own address', async () => {
    explore('/drive-details/b');
    expect(await screen.findByText('details of b')).toBeVisible();
    expect(await screen.findByRole('tab', { name: 'Map' })).toHaveAttribute('aria-selected', 'true');
  });

  // Aim: a quick filter narrows the result at once, is in the URL, and is counted on the Filters button.
  it('filters with one tap', async () => {
    api.drives = [drive({ id: 'a', title: 'Blue Ridge' }), drive({ id: 'c', title: 'Dull Road', starRating: 2 })];
    const { address } = explore('/explore?view=list');
    await screen.findByRole('link', { name: 'Dull Road' });
    await userEvent.click(screen.getByRole('button', { name: '4 stars and more' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Dull Road' })).toBeNull());
    expect(address()).toContain('stars=4');
    expect(screen.getByRole('button', { name: /Filters/ })).toHaveTextContent('1');
  });

  // Aim: a pill shows how many drives it would give; one that gives none says why, stays reachable, and does nothing.
  it('shows what each quick filter would give', async () => {
    const many = facetsOf(12);
    api.facets = () => ({ ...many, stars: [{ atLeast: 4, count: 0 }] });
    const { address } = explore('/explore?view=list');
    const top = screen.getByRole('button', { name: '4 stars and more' });
    await waitFor(() => expect(top).toHaveAttribute('aria-disabled', 'true'));
    expect(top).toHaveAccessibleDescription('No drives with this and the other filters.');
    expect(screen.getByRole('button', { name: 'Coast' })).toHaveAccessibleDescription('12 drives');
    expect(screen.getByRole('button', { name: 'Curvy' })).toHaveTextContent('Curvy36');
    act(() => top.focus());
    expect(top).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(address()).not.toContain('stars=');
  });

  // Aim: a chosen pill can be dropped again, even if it gives nothing.
  it('drops a quick filter that gives nothing', async () => {
    api.facets = () => facetsOf(0);
    const { address } = explore('/explore?view=list&stars=4');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Coast' })).toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(screen.getByRole('button', { name: '4 stars and more' }));
    await waitFor(() => expect(address()).not.toContain('stars='));
  });

  // Aim: an empty result names the filter to blame and drops it on request.
  it('offers to remove the filter that excludes the most', async () => {
    explore('/explore?view=list&stars=5');
    expect(await screen.findByText('No drives that match filters...')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the Rating filter' }));
    expect(await screen.findByRole('link', { name: 'Blue Ridge' })).toBeVisible();
  });

  // Aim: a deleted drive is reported as missing, not as filtered out.
  it('reports a missing drive', async () => {
    api.drives = [];
    explore('/explore?view=list&search=Old%20Road|gone|drive');
    expect(
      await screen.findByText(/Oops! {2}This drive appears to be missing\./, { normalizer: (text) => text }),
    ).toBeVisible();
  });

  // Aim: a failed search shows the error and keeps the last result.
  it('keeps the last result when a search fails', async () => {
    explore('/explore?view=list');
    await screen.findByRole('link', { name: 'Blue Ridge' });
    api.failing = true;
    await userEvent.click(screen.getByRole('button', { name: 'Coast' }));
    expect(await within(await screen.findByRole('alert')).findByText(/Search is down/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Blue Ridge' })).toBeVisible();
  });

  // Aim: a search that failed in an outage is retried automatically, and its notice disappears.
  it('searches again when the connection is back', async () => {
    explore('/explore?view=list');
    await screen.findByRole('link', { name: 'Blue Ridge' });
    api.failing = true;
    await userEvent.click(screen.getByRole('button', { name: 'Coast' }));
    await screen.findByText(/Search is down/);
    api.failing = false;
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText(/Search is down/)).toBeNull(), { timeout: 3_000 });
  });

  // Aim: ten thousand drives render as a few dozen elements, and are not all fetched.
  it('renders only a part of a long list', async () => {
    api.drives = Array.from({ length: 10_000 }, (_, index) => drive({ id: `d${index}` }));
    const { container } = explore('/explore?view=list');
    await screen.findByText('10,000 results');
    const cards = () => container.querySelectorAll('[data-drive-card]').length;
    await waitFor(() => expect(cards()).toBeGreaterThan(0));
    expect(cards()).toBeLessThanOrEqual(60);
    expect(api.searches.length).toBeLessThan(6);
  });

  // Aim: after a reload, the region that narrows the list is visible and can be dropped.
  it('shows the region of the list', async () => {
    const { address } = explore('/explore?view=list&country=233&states=1447');
    expect(await screen.findByText('North Carolina, United States')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(address()).toBe('/explore?view=list'));
    expect(screen.queryByText('North Carolina, United States')).toBeNull();
  });

  // Aim: clearing the search resets everything that a search can set.
  it('clears the parameters of the search', async () => {
    const { address } = explore(
      '/explore?view=list&country=233&states=1447&location=35.6,-82.5&drive=a&details=true&search=ridge|ridge|text',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(address()).toBe('/explore?view=list'));
  });

  // Aim: switching the view closes the open drive and keeps the filters.
  it('switches between map and list', async () => {
    const { address } = explore('/explore?view=list&stars=4&drive=a&details=true');
    await userEvent.click(await screen.findByRole('tab', { name: 'Map' }));
    await waitFor(() => expect(address()).toBe('/explore?view=map&stars=4'));
  });

  // Aim: the drawer starts closed; open, it has every filter of the list, with states disabled until there is a
  // country.
  it('has the filters of the spec', async () => {
    explore('/explore?view=list');
    expect(screen.queryByLabelText('Country')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    const panel = await screen.findByRole('complementary', { name: 'Filters' });
    const within_ = within(panel);
    expect(within_.getByRole('combobox', { name: 'Sort by' })).toHaveValue('location');
    expect(within_.getByLabelText('States', { selector: 'input' })).toBeDisabled();
    for (const name of ['Duration', 'Distance', 'Intensity', 'Road Quality', 'Traffic', 'Curviness']) {
      expect(within_.getByRole('slider', { name: `${name}, minimum` })).toBeVisible();
    }
    for (const name of ['Environment', 'Features', 'Land Use']) {
      expect(within_.getByRole('group', { name })).toBeVisible();
    }
    expect(await within_.findByText('2 results')).toBeVisible();
  });
});
