// Aim: a page does not wait for its own code to request its drives, and does not request them twice.
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderApp } from '../testing/render.js';
import { FakeApi } from '../testing/server.js';
import { requestFirstAnswer } from './first-answer.js';
import { AppRoutes } from './routes.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => api.server.close());

it.each(['/explore?view=list', '/explore?view=list&location=35.6,-82.5&sort=rating', '/explore?view=map'])(
  'shares the first search of %s with the page',
  async (path) => {
    renderApp(<AppRoutes />, path, (store) => requestFirstAnswer(store, new URL(path, location.origin)));
    await screen.findByRole('link', { name: 'Blue Ridge' });
    expect(api.searches).toHaveLength(1);
  },
);
