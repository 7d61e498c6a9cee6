// Aim: Heroes use the deals; other people see titles and the way to a Hero account; text and link of a deal run no script.
import type { User } from '@switchback/contracts/resources/user';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuse, rememberSession } from '../../testing/accounts.js';
import { deal } from '../../testing/deals.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import DealsPage from './DealsPage.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => api.server.close());

function open(accountType: User['accountType'] | null, at = '/deals') {
  if (accountType !== null) {
    rememberSession();
    api.accounts.user = { ...api.accounts.user, accountType };
  }
  return renderApp(
    <Routes>
      <Route path="/deals" element={<DealsPage />} />
      <Route path="*" element={null} />
    </Routes>,
    at,
  );
}

const card = async (name: string) => within(await screen.findByRole('article', { name }));
const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const TIRES = '10% off at Ridge Tires';

describe('a Hero', () => {
  it('reads a deal, copies its code and finds its link', async () => {
    const { store } = open('hero');
    const user = userEvent.setup();
    const tires = await card(TIRES);
    expect(tires.getByText('Until May 3, 2999')).toBeVisible();
    expect(tires.getByText('North Carolina')).toBeVisible();
    expect((await tires.findByText('four')).tagName).toBe('STRONG');
    expect(tires.getByRole('link', { name: 'Open the offer at tires.example.com, in a new tab' })).toMatchObject({
      href: 'https://tires.example.com/offer',
      target: '_blank',
      rel: 'noopener nofollow',
    });
    await user.click(tires.getByRole('button', { name: 'Copy code' }));
    expect(await navigator.clipboard.readText()).toBe('CURVES10');
    expect(await tires.findByRole('button', { name: 'Code copied' }, { timeout: 3_000 })).toBeVisible();
    expect(store.getState().prompt.open).toBeNull();
    expect(screen.queryByText('Upgrade Account')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Manage deals' })).toBeNull();
  });

  it('filters the deals by state, and keeps those that are valid everywhere', async () => {
    api.deals.deals = [
      deal(),
      deal({ id: 'deal2', title: 'Coffee', states: [] }),
      deal({ id: 'deal3', title: 'Maps', states: [{ id: 1408, name: 'Nevada' }] }),
    ];
    const { address } = open('hero', '/deals?state=1408');
    await screen.findByRole('article', { name: 'Maps' });
    expect(names()).toEqual(['Coffee', 'Maps']);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'North Carolina');
    expect(names()).toEqual([TIRES, 'Coffee']);
    expect(address()).toBe('/deals?state=1447');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'All states');
    expect(names()).toEqual([TIRES, 'Coffee', 'Maps']);
  });

  it('sees hostile Markdown as text, and no button for a hostile link', async () => {
    api.deals.deals = [
      deal({ text: '<img src=x onerror=alert(1)> [click](javascript:boom)', link: 'javascript:alert(1)' }),
    ];
    const { container } = open('hero');
    const tires = await card(TIRES);
    expect(await tires.findByText(/<img src=x onerror=alert\(1\)> click/)).toBeVisible();
    expect(tires.queryByRole('link')).toBeNull();
    expect(container.querySelector('img')).toBeNull();
  });

  it('is told if there are no deals', async () => {
    api.deals.deals = [];
    open('hero');
    expect(await screen.findByText('No deals at the moment')).toBeVisible();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('tries again after a failure', async () => {
    api.deals.failure = refuse(500, 'ERROR-00001', 'Something went wrong', 'Please try again in a moment.');
    open('hero');
    expect(await screen.findByText('Something went wrong', undefined, { timeout: 5_000 })).toBeVisible();
    api.deals.failure = null;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: TIRES })).toBeVisible();
  });
});

describe.each([
  ['a free account', 'free', 'upgrade'],
  ['a visitor', null, 'login'],
] as const)('%s', (_, accountType, prompt) => {
  it('sees what a Hero account opens, and is led there', async () => {
    const { store, container } = open(accountType);
    const tires = await card(TIRES);
    expect(tires.getByText('Until May 3, 2999')).toBeVisible();
    expect(tires.getByText('North Carolina')).toBeVisible();
    await userEvent.click(await tires.findByRole('button', { name: `Heroes see the offer and its code: ${TIRES}` }));
    expect(store.getState().prompt.open).toBe(prompt);
    expect(await screen.findByRole('link', { name: 'Upgrade Account' })).toHaveAttribute(
      'href',
      '/manage-subscription',
    );
    expect(container).not.toHaveTextContent('CURVES10');
    expect(screen.queryByRole('link', { name: /Open the offer/ })).toBeNull();
  });
});

it('leads staff to the list of all deals', async () => {
  open('admin');
  expect(await screen.findByRole('link', { name: 'Manage deals' })).toHaveAttribute('href', '/moderation/deals');
  await waitFor(() => expect(screen.getByText('CURVES10')).toBeVisible());
});
