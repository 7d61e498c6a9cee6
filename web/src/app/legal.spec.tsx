// Aim: terms and privacy policy can be read whole, and each section has an address.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppRoutes } from './routes.js';
import { renderApp } from '../testing/render.js';
import { FakeApi } from '../testing/server.js';

let api: FakeApi;
let scrolledTo: (string | null)[];
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
  scrolledTo = [];
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    scrolledTo.push(this.getAttribute('id'));
  });
});
afterEach(() => api.server.close());

const footer = () => within(screen.getByRole('navigation', { name: 'About this site' }));

it.each([
  ['Terms', 'Terms and Conditions', 'Leaving', 'termination'],
  ['Privacy', 'Privacy Policy', 'Children', 'children'],
])('%s is read from the foot of the page', async (link, title, section, id) => {
  renderApp(<AppRoutes />, '/about');
  await userEvent.click(footer().getByRole('link', { name: link }));
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
  const named = contents.getAllByRole('link').map(({ textContent }) => textContent);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(named);
  await userEvent.click(contents.getByRole('link', { name: section }));
  expect(scrolledTo).toEqual([id]);
});

it('opens at the section an address names', async () => {
  renderApp(<AppRoutes />, '/privacy#security');
  expect(await screen.findByRole('region', { name: 'Security' })).toBeVisible();
  expect(scrolledTo).toEqual(['security']);
});

it('leads to a social network only where there is an address', async () => {
  const view = renderApp(<AppRoutes />, '/about');
  expect(await screen.findByRole('heading', { name: 'About' })).toBeVisible();
  expect(footer().queryByRole('link', { name: 'Follow us' })).toBeNull();
  view.unmount();
  const settings = { productName: 'Switchback', socialUrl: 'https://social.example/@drives', map: null };
  api.server.use(http.get('*/api/settings', () => HttpResponse.json(settings)));
  renderApp(<AppRoutes />, '/about');
  const link = await screen.findByRole('link', { name: 'Follow us' });
  expect(link).toHaveAttribute('href', 'https://social.example/@drives');
});
