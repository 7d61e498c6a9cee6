import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../testing/render.js';
import { FakeApi } from '../../../testing/server.js';
import { ExplorePage } from '../ExplorePage.js';

let api: FakeApi;
const desktop = matchMedia;

/** A phone matches the width queries with `max-width` only, a wide screen those with `min-width`. */
function setWidth(matching: 'min-width' | 'max-width'): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes(matching),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
  setWidth('max-width');
});
afterEach(() => {
  api.server.close();
  vi.stubGlobal('matchMedia', desktop);
});

const button = () => screen.getByRole('button', { name: /^Filters/ });

async function openDrawer(at = '/explore?view=list') {
  const view = renderApp(<ExplorePage MapView={() => null} DetailsPanel={() => <p>details</p>} />, at);
  await userEvent.click(button());
  return { ...view, drawer: await screen.findByRole('dialog', { name: 'Filters' }) };
}

describe('the filters drawer on a phone', () => {
  // Aim: Escape closes it and returns the focus to the button that opened it.
  it('closes on Escape and returns the focus', async () => {
    const { drawer } = await openDrawer();
    await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(button()).toHaveFocus());
  });

  // Aim: the button at its end shows the number of drives and closes the drawer.
  it('closes on the button that shows the count', async () => {
    const { drawer } = await openDrawer();
    await userEvent.click(await within(drawer).findByRole('button', { name: 'Show 2 results' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  // Aim: arrow keys move a slider by the spec's steps, and the URL has the value in the API's unit.
  it('sets a slider by keyboard', async () => {
    const { drawer, address } = await openDrawer();
    within(drawer).getByRole('slider', { name: 'Duration, minimum' }).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await waitFor(() => expect(address()).toContain('duration=1800,undefined'));
    within(drawer).getByRole('slider', { name: 'Intensity, maximum' }).focus();
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(address()).toContain('intensity=0,9'));
  });

  // Aim: the drawer and the list show the count of one query, which also counts the tags; only a moving slider asks
  // for more.
  it('asks no query of its own', async () => {
    const { drawer } = await openDrawer();
    expect(await within(drawer).findByText('2 results')).toBeVisible();
    const tunnel = within(drawer).getByRole('button', { name: 'Tunnel' });
    await waitFor(() => expect(tunnel).toHaveAccessibleDescription('2 drives'));
    await userEvent.click(tunnel);
    await waitFor(() => expect(api.searches.at(-1)?.get('tags')).toBe('feature:tunnel'));
    expect(api.searches.map((query) => query.get('facets'))).toEqual(['true', 'true']);
  });

  // Aim: tags can be toggled, and "clear" resets the rating.
  it('sets tags and clears the rating', async () => {
    const { drawer, address } = await openDrawer('/explore?view=list&stars=4');
    await userEvent.click(within(drawer).getByRole('button', { name: 'Tunnel' }));
    await waitFor(() => expect(address()).toContain('tags=feature:tunnel'));
    await userEvent.click(within(drawer).getByRole('button', { name: 'clear rating' }));
    await waitFor(() => expect(address()).not.toContain('stars='));
    expect(button()).toHaveTextContent('1');
  });

  // Aim: on a phone, an open drive covers the rest, which cannot be reached then.
  it('is unreachable under an open drive', async () => {
    renderApp(
      <ExplorePage MapView={() => null} DetailsPanel={() => <p>details</p>} />,
      '/explore?view=list&drive=a&details=true',
    );
    expect(await screen.findByText('details')).toBeVisible();
    expect(button().closest('[inert]')).not.toBeNull();
    expect(document.getElementById('explore-results')).toHaveAttribute('inert');
  });
});

describe('the filters next to the result', () => {
  // Aim: Escape closes them even while the focus is still on the button that opened them.
  it('close on Escape from their button', async () => {
    setWidth('min-width');
    renderApp(<ExplorePage MapView={() => null} DetailsPanel={() => <p>details</p>} />, '/explore?view=list');
    await userEvent.click(button());
    await screen.findByRole('complementary', { name: 'Filters' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Filters' })).toBeNull());
    expect(button()).toHaveFocus();
  });
});

// Aim: Escape closes the innermost thing that is open: first a list of choices, then the filters.
describe.each([
  ['in the drawer', 'max-width', 'dialog'],
  ['next to the result', 'min-width', 'complementary'],
] as const)('the filters %s', (_place, width, role) => {
  it.each(['Country', 'States'])('stay open on Escape in the list of %s', async (name) => {
    setWidth(width);
    renderApp(<ExplorePage MapView={() => null} DetailsPanel={() => null} />, '/explore?view=list&country=233');
    await userEvent.click(button());
    const filters = await screen.findByRole(role, { name: 'Filters' });
    const field = await within(filters).findByRole('combobox', { name: new RegExp(`^${name}`) });
    await waitFor(() => expect(field).toBeEnabled());
    await userEvent.click(field);
    await waitFor(() => expect(field).toHaveAttribute('aria-expanded', 'true'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(field).toHaveAttribute('aria-expanded', 'false'));
    expect(filters).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole(role, { name: 'Filters' })).toBeNull());
  });
});
