// Aim: a drive opens over its trip, Previous and Next walk the trip, and Back and Close lead to the same place in it.
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installFakeEngine, madePorts } from '../../../map/fake-port.js';
import { rememberSession } from '../../../testing/accounts.js';
import { collection } from '../../../testing/collections.js';
import { FakeDetails } from '../../../testing/details.js';
import { driveDetails } from '../../../testing/drives.js';
import { renderApp } from '../../../testing/render.js';
import { FakeApi } from '../../../testing/server.js';
import CollectionPage from './CollectionPage.js';
import SecretCollectionPage from './SecretCollectionPage.js';

const item = (driveId: string, day: number) => ({ driveId, note: '', day });
/** Its last drive is also its first. */
const TRIP = collection({ items: [item('a', 1), item('b', 1), item('a', 2)], days: 2 });

let api: FakeApi;
beforeEach(() => {
  installFakeEngine();
  api = new FakeApi();
  api.drives = [
    driveDetails({ id: 'a', title: 'Blue Ridge', overviewPath: '_p~iF~ps|U_ulLnnqC_mqNvxq`@' }),
    driveDetails({ id: 'b', title: 'Sea Cliffs', overviewPath: '_ibE_seK_seK_seK' }),
  ];
  api.collections.collections = [TRIP];
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

const open = (at: string) =>
  renderApp(
    <Routes>
      <Route path="/collection/:id" element={<CollectionPage DetailsPanel={FakeDetails} />} />
      <Route path="/secret-collection" element={<SecretCollectionPage DetailsPanel={FakeDetails} />} />
    </Routes>,
    at,
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const shown = () => screen.findByRole('complementary', { name: 'Drive details' });

it('walks the trip, also past a drive that is listed twice, and closes to the list', async () => {
  const { address } = open('/collection/c1');
  await userEvent.click(await screen.findByRole('link', { name: 'Sea Cliffs' }));
  expect(await shown()).toHaveTextContent('Details of b');
  expect(address()).toBe('/collection/c1?drive=b');
  await press('Next drive');
  expect(await shown()).toHaveTextContent('Details of a');
  expect(address()).toBe('/collection/c1?drive=a~2');
  expect(screen.queryByRole('button', { name: 'Next drive' })).toBeNull();
  await press('Previous drive');
  await press('Previous drive');
  expect(address()).toBe('/collection/c1?drive=a');
  expect(screen.queryByRole('button', { name: 'Previous drive' })).toBeNull();
  await press('Close');
  expect(address()).toBe('/collection/c1');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(screen.getByRole('link', { name: 'Sea Cliffs' })).toBeVisible();
});

it('opens by its address, and follows a press on the map, which shows it alone', async () => {
  const { address } = open('/collection/c1?drive=b');
  expect(await shown()).toHaveTextContent('Details of b');
  await waitFor(() => expect(madePorts.at(-1)?.marks.activeId).toBe('b'));
  const port = madePorts.at(-1)!;
  const { bounds } = port.fits.at(-1)!;
  act(() => port.events.onPick(['a'], { x: 0, y: 0 }));
  await waitFor(() => expect(address()).toBe('/collection/c1?drive=a'));
  await waitFor(() => expect(port.fits.at(-1)!.bounds).not.toEqual(bounds));
  await press('Close');
  expect(address()).toBe('/collection/c1');
  await waitFor(() => expect(port.marks.activeId).toBeNull());
});

it('keeps the secret of the link by which the trip is read', async () => {
  api.collections.links.set('c1', { secret: 's1', expiresAt: '2027-01-01T00:00:00.000Z' });
  const { address } = open('/secret-collection#s1');
  await userEvent.click(await screen.findByRole('link', { name: 'Sea Cliffs' }));
  expect(await shown()).toHaveTextContent('Details of b');
  expect(address()).toBe('/secret-collection?drive=b');
  expect(screen.getByText('This collection is private. Its owner gave you this link.')).toBeVisible();
});

it('shows the list for a drive that is not in it', async () => {
  open('/collection/c1?drive=none');
  expect(await screen.findByRole('link', { name: 'Sea Cliffs' })).toBeVisible();
  expect(screen.queryByRole('complementary')).toBeNull();
});
