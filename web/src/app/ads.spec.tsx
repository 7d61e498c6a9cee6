// Aim: guests and free accounts see marked advertisements in the list and under a drive; Heroes and staff see none, and
// no browser contacts a provider before its user consents.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@switchback/contracts/resources/user';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DriveList } from '../features/explore/results/DriveList.js';
import type { DriveSearch } from '../features/explore/results/use-drive-search.js';
import DetailsPanel from '../features/details/DetailsPanel.js';
import PrivacyPage from '../features/about/PrivacyPage.js';
import { accountApi } from '../api/account-api.js';
import { CONSENT_KEY } from '../lib/store/consent-slice.js';
import { SESSION_KEY } from '../session/session-slice.js';
import { user } from '../testing/accounts.js';
import { drive } from '../testing/drives.js';
import { renderApp } from '../testing/render.js';
import { FakeApi } from '../testing/server.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => {
  api.server.close();
  localStorage.clear();
});

const DRIVES = Array.from({ length: 25 }, (_, index) => drive({ id: `d${index}`, title: `Drive ${index}` }));

const SEARCH = { drives: DRIVES, count: 25, updating: false, more: null, subject: 'all' } as unknown as DriveSearch;

/** Renders the list, of which two columns with about 16 cards are in the document. */
async function showList() {
  const unused = { away: () => undefined, onCompare: () => undefined, onOpen: () => undefined };
  renderApp(<DriveList search={SEARCH} activeId={null} compared={[]} {...unused} empty={null} />);
  await screen.findByRole('link', { name: /Drive 3/ });
}

const ads = () => screen.queryAllByRole('complementary', { name: 'Advertisement' });

function withAds(input: unknown) {
  const settings = { productName: 'Switchback', socialUrl: null, map: null, ads: input };
  api.server.use(http.get('*/api/settings', () => HttpResponse.json(settings)));
}

it('follows each tenth card, and the cards keep their numbers', async () => {
  await showList();
  await screen.findByRole('complementary', { name: 'Advertisement' });
  const places = ads().map((ad) => ad.closest('li')?.getAttribute('aria-posinset'));
  expect(places).toEqual(['10']);
  expect(screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-posinset'))).toContain('11');
  expect(ads()[0]).toHaveTextContent('AdvertisementKeep the drives you like');
});

it('follows the content of a drive', async () => {
  renderApp(<DetailsPanel driveId="a" onClose={() => undefined} />);
  const ad = await screen.findByRole('complementary', { name: 'Advertisement' });
  expect(within(ad).getByRole('link')).toHaveAttribute('href', '/signup');
});

it.each([
  ['free', 1],
  ['hero', 0],
  ['admin', 0],
] as const)('shows a %s account %i of them', async (accountType: User['accountType'], count) => {
  localStorage.setItem(SESSION_KEY, JSON.stringify({ token: 't1', userId: 'u1' }));
  api.accounts.user = user({ accountType });
  const { store } = renderApp(<DetailsPanel driveId="a" onClose={() => undefined} />);
  await screen.findByRole('heading', { name: 'Blue Ridge' });
  await waitFor(() => expect(accountApi.endpoints.user.select('u1')(store.getState()).isSuccess).toBe(true));
  if (count > 0) await screen.findByRole('complementary', { name: 'Advertisement' });
  expect(ads()).toHaveLength(count);
});

it('is absent if there are none', async () => {
  withAds(null);
  renderApp(<DetailsPanel driveId="a" onClose={() => undefined} />);
  await screen.findByRole('heading', { name: 'Blue Ridge' });
  expect(ads()).toEqual([]);
});

it('shows those of the operator, marked as sponsored links', async () => {
  const own = [{ title: 'Tires', text: 'Fresh ones.', action: 'Look', url: 'https://tires.example/' }];
  withAds({ own, provider: false });
  renderApp(<DetailsPanel driveId="a" onClose={() => undefined} />);
  const link = await screen.findByRole('link', { name: /Tires/ });
  expect(link).toHaveAttribute('rel', expect.stringContaining('sponsored noopener noreferrer'));
});

it('loads nothing of a provider before consent, stores the answer, and allows its withdrawal', async () => {
  withAds({ own: null, provider: true });
  const view = renderApp(<DetailsPanel driveId="a" onClose={() => undefined} />);
  await screen.findByText('Allow ads from our partners?', { exact: false });
  expect(document.querySelector('iframe')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
  const frame = screen.getByTitle('Advertisement');
  expect(frame).toHaveAttribute('src', '/ad-frame');
  expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin');
  expect(JSON.parse(localStorage.getItem(CONSENT_KEY) ?? '')).toMatchObject({
    cookie: { given: true, version: '2024-02-12' },
  });
  view.unmount();
  renderApp(<PrivacyPage />, '/privacy');
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw consent' }));
  expect(screen.getByText('Partner ads are off.')).toBeVisible();
});

it('shows our own after a refusal, and does not ask again', async () => {
  withAds({ own: null, provider: true });
  renderApp(<DetailsPanel driveId="a" onClose={() => undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: 'No, thanks' }));
  expect(screen.getByText('Keep the drives you like')).toBeVisible();
  expect(document.querySelector('iframe')).toBeNull();
});

it('asks again once the text has changed', async () => {
  localStorage.setItem(CONSENT_KEY, JSON.stringify({ cookie: { given: true, version: 'older', at: '2020' } }));
  withAds({ own: null, provider: true });
  renderApp(<DetailsPanel driveId="a" onClose={() => undefined} />);
  expect(await screen.findByRole('button', { name: 'Allow' })).toBeVisible();
});
