import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberSession } from '../../testing/accounts.js';
import { collection } from '../../testing/collections.js';
import { drive } from '../../testing/drives.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import LandingPage from './LandingPage.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation');
  api.server.close();
});

/** Makes the browser report this location. */
function located(coords: Pick<GeolocationCoordinates, 'latitude' | 'longitude'>): void {
  const getCurrentPosition = (found: (position: { coords: typeof coords }) => void) => found({ coords });
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
}

const field = () => screen.getByRole('combobox', { name: 'Search drives or places' });

describe('the landing page', () => {
  // Aim: the texts and links of the spec are there, and the title matches the one the server sends.
  it('starts with the tagline, the search and the link to nearby drives', async () => {
    renderApp(<LandingPage />);
    expect(screen.getByRole('heading', { level: 1, name: 'Find Your Next Drive' })).toBeVisible();
    expect(field()).toHaveAttribute('placeholder', 'Search drives or place...');
    expect(screen.getByRole('link', { name: 'Explore Nearby Drives' })).toHaveAttribute('href', '/explore?view=map');
    expect(screen.getByRole('link', { name: 'Share a Drive' })).toHaveAttribute('href', '/explore');
    await waitFor(() => expect(document.title).toBe('Switchback - Find Your Next Drive'));
  });

  // Aim: a chosen suggestion opens the map with the search in its URL, in the spec's format.
  it('searches for a suggested place', async () => {
    const { address } = renderApp(<LandingPage />);
    await userEvent.type(field(), 'ashe');
    await userEvent.click(await screen.findByRole('option', { name: 'Asheville, North Carolina' }));
    expect(address()).toBe('/explore?view=map&search=Asheville,+North+Carolina|p1|place');
  });

  // Aim: typed text is searched as is, via the button or Enter.
  it('searches for text', async () => {
    const { address } = renderApp(<LandingPage />);
    await userEvent.type(field(), 'ridge');
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(address()).toBe('/explore?view=map&search=ridge|ridge|text'));
  });

  // Aim: a drive's full name and Enter lead to that drive, not to a text search.
  it('accepts a complete name', async () => {
    const { address } = renderApp(<LandingPage />);
    await userEvent.type(field(), 'sea cliffs{Enter}');
    await waitFor(() => expect(address()).toBe('/explore?view=map&search=Sea+Cliffs|b|drive'));
  });

  // Aim: returning users see the drives they searched for, but not the places.
  it('links back to the searched drives', async () => {
    rememberSession();
    api.accounts.searches = [
      { label: 'Sea Cliffs', value: 'b', type: 'drive' },
      { label: 'Asheville', value: 'p1', type: 'place' },
    ];
    const { address } = renderApp(<LandingPage />);
    const recent = within(await screen.findByRole('region', { name: 'Recent searches' }));
    expect(recent.getAllByRole('article')).toHaveLength(1);
    await userEvent.click(recent.getByRole('link', { name: 'Sea Cliffs' }));
    expect(address()).toContain('drive=b');
  });

  // Aim: a guest has no recent searches, and the page requests none.
  it('shows guests no recent searches', async () => {
    renderApp(<LandingPage />);
    expect(await screen.findByRole('link', { name: 'Sea Cliffs' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Recent searches' })).toBeNull();
  });

  // Aim: a popular drive's card opens that drive on the map.
  it('links to popular drives', async () => {
    const { address } = renderApp(<LandingPage />);
    await userEvent.click(await screen.findByRole('link', { name: 'Sea Cliffs' }));
    expect(address()).toBe('/explore?view=map&drive=b&details=true&search=Sea+Cliffs|b|drive');
  });

  // Aim: with a location, the drives around it come first, and none of them is shown twice.
  it('starts with the drives near the device', async () => {
    const near = drive({ id: 'near', title: 'Near Road', startLocation: { lat: 35.6, lng: -82.5 } });
    api.drives = [near, drive({ id: 'far', title: 'Far Road', startLocation: { lat: 60, lng: 10 } })];
    located({ latitude: 35.5, longitude: -82.5 });
    renderApp(<LandingPage />);
    const around = within(await screen.findByRole('region', { name: 'Near you' }));
    expect(around.getAllByRole('article')).toHaveLength(1);
    expect(around.getByRole('link', { name: 'Near Road' })).toBeVisible();
    const popular = within(screen.getByRole('region', { name: 'Popular Drives' }));
    expect(popular.getAllByRole('article')).toHaveLength(1);
    expect(popular.getByRole('link', { name: 'Far Road' })).toBeVisible();
  });

  // Aim: a long drive that passes the device is near, however far it starts.
  it('shows a drive that passes near the device', async () => {
    api.drives = [drive({ id: 'long', title: 'Long Parkway', startLocation: { lat: 38, lng: -79 } })];
    api.lineMeters['long'] = 1_609;
    located({ latitude: 35.5, longitude: -82.5 });
    renderApp(<LandingPage />);
    const around = within(await screen.findByRole('region', { name: 'Near you' }));
    expect(around.getByText('1 mi away')).toBeVisible();
    expect(api.searches.at(-1)?.get('sort')).toBe('location');
  });

  // Aim: each section shows other drives: those that staff ranked have a section of their own.
  it('shows a ranked drive in one section only', async () => {
    const ranked = drive({ id: 'top', title: 'Top Road', rankings: { world: true, countries: [] } });
    api.drives = [ranked, drive({ id: 'b', title: 'Sea Cliffs' })];
    renderApp(<LandingPage />);
    const top = within(await screen.findByRole('region', { name: 'Top ranked in the world' }));
    expect(top.getByRole('link', { name: 'Top Road' })).toBeVisible();
    const popular = within(screen.getByRole('region', { name: 'Popular Drives' }));
    await waitFor(() => expect(popular.getAllByRole('article')).toHaveLength(1));
    expect(popular.getByRole('link', { name: 'Sea Cliffs' })).toBeVisible();
  });

  // Aim: published collections are on the page with their figures; private ones are not.
  it('links to the published trips and collections', async () => {
    const item = (driveId: string) => ({ driveId, note: '', day: null });
    const totals = { distance: 344_400, duration: 20_000, drives: 2, approximate: false, estimated: true };
    const trip = collection({ privacy: 'public', days: 3, items: [item('a'), item('b')], totals });
    api.collections.collections = [trip, collection({ id: 'c2', name: 'Mine' })];
    renderApp(<LandingPage />);
    const shelf = within(await screen.findByRole('region', { name: 'Trips and collections' }));
    expect(shelf.getByRole('link')).toHaveAccessibleName('Blue Ridge weekend');
    expect(shelf.getByRole('link')).toHaveAttribute('href', '/collection/c1');
    for (const fact of ['2 drives', '214 mi', 'Trip · 3 days']) expect(shelf.getByText(fact)).toBeVisible();
  });

  // Aim: without published collections there is no empty section.
  it('has no section of collections until one is published', async () => {
    const call = new Promise((resolve) => {
      api.server.events.on('response:mocked', ({ request }) => request.url.endsWith('/published') && resolve(null));
    });
    renderApp(<LandingPage />);
    await call;
    expect(await screen.findByRole('link', { name: 'Sea Cliffs' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Trips and collections' })).toBeNull();
  });

  // Aim: stars without reviews are labeled as the editors' rating, not as "0 reviews".
  it('names the source of the stars', async () => {
    api.drives = [drive({ id: 'a', reviewCount: 0 }), drive({ id: 'b', reviewCount: 3, official: false })];
    renderApp(<LandingPage />);
    expect(await screen.findByText('Rated by editors')).toBeVisible();
    expect(screen.getByText('(3)')).toBeVisible();
    expect(screen.queryByText('(0)')).toBeNull();
  });

  // Aim: shows the figures of all public drives, in the user's units.
  it('shows the totals of the collection', async () => {
    renderApp(<LandingPage />);
    const figures = screen.getByRole('region', { name: 'In numbers' });
    expect(await within(figures).findByText('689')).toBeVisible();
    expect(figures).toHaveTextContent('10,000');
    for (const name of ['Public Drives', 'Miles', 'Hours', 'States', 'Countries']) {
      expect(within(figures).getByText(name)).toBeVisible();
    }
  });

  // Aim: a failure is reported and can be retried.
  it('reloads the popular drives after a failure', async () => {
    api.failing = true;
    renderApp(<LandingPage />);
    expect(await screen.findByText(/could not be loaded/)).toBeVisible();
    api.failing = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Blue Ridge' })).toBeVisible();
  });
});
