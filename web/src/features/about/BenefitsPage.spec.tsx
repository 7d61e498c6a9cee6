import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deal } from '../../testing/deals.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import BenefitsPage from './BenefitsPage.js';

// Aim: the page lists every promised benefit.
it.each([
  'Planning trips and sharing planned trips (Spring 2023)',
  'Directions and navigation on web and mobile',
  'Ad-free web and mobile apps',
  'Exclusive deals and offers',
])('lists %s', (benefit) => {
  renderApp(<BenefitsPage />, '/account-benefits');
  expect(screen.getByRole('rowheader', { name: benefit })).toBeVisible();
});

// Aim: a reader sees for each benefit who has it: everybody, accounts, or Heroes alone.
it.each([
  ['Explore all public drives', ['Included', 'Included', 'Included']],
  ['Open a drive in your maps app', ['Included', 'Included', 'Included']],
  ['Directions and navigation on web and mobile', ['Not included', 'Not included', 'Included']],
  ['A profile', ['Not included', 'Included', 'Included']],
  ['Creating public drives', ['Not included', 'Not included', 'Included']],
])('%s: %j', (benefit, tiers) => {
  renderApp(<BenefitsPage />, '/account-benefits');
  const row = within(screen.getByRole('row', { name: new RegExp(benefit) }));
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(tiers);
});

// Aim: the row of the deals leads to them, and the titles of some give an impression of them.
describe('the deals', () => {
  let api: FakeApi;
  beforeEach(() => {
    api = new FakeApi();
    api.server.listen();
  });
  afterEach(() => api.server.close());

  it('are linked, and at most five are named', async () => {
    api.deals.deals = Array.from({ length: 6 }, (_, index) => deal({ id: `d${index}`, title: `Deal ${index}` }));
    renderApp(<BenefitsPage />, '/account-benefits');
    expect(screen.getByRole('link', { name: 'Exclusive deals and offers' })).toHaveAttribute('href', '/deals');
    const current = within(await screen.findByRole('region', { name: 'Current deals' }));
    expect(current.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      [0, 1, 2, 3, 4].map((index) => `Deal ${index} Until May 3, 2999`),
    );
    expect(current.getByRole('link', { name: 'See all deals' })).toHaveAttribute('href', '/deals');
  });

  it('have no section if there are none', async () => {
    api.deals.deals = [];
    renderApp(<BenefitsPage />, '/account-benefits');
    await waitFor(() => expect(api.deals.reads).toBe(1));
    expect(screen.queryByRole('region', { name: 'Current deals' })).toBeNull();
  });
});

// Aim: a link that names an account type marks its column; staff accounts map to the Hero column.
it.each([
  ['free', 'Free'],
  ['hero', 'Hero'],
  ['admin', 'Hero'],
  ['unheard-of', null],
])('marks the column of %s', (type, column) => {
  renderApp(<BenefitsPage />, `/account-benefits?type=${type}`);
  const marked = screen.getAllByRole('columnheader').filter((header) => header.dataset['marked'] === 'true');
  expect(marked.map(({ textContent }) => textContent)).toEqual(column === null ? [] : [column]);
});
