// Aim: the dialog offers another state while fewer than four are ranked, and keeps a fifth that is ranked already.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderApp } from '../../../testing/render.js';
import { FakeApi } from '../../../testing/server.js';
import RankDialog from './RankDialog.js';

const STATES = ['Alabama', 'Colorado', 'Georgia', 'Maine', 'Nevada', 'Oregon'].map((name, id) => ({ id, name }));
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.use(http.get('*/api/geo/states/233', () => HttpResponse.json({ items: STATES })));
  api.server.listen();
});
afterEach(() => api.server.close());

function open(stateCount: number) {
  const states = STATES.slice(0, stateCount).map((state) => ({ ...state, topRanked: false }));
  const countries = [{ country: { id: 233, name: 'United States', topRanked: false }, states }];
  const close = () => undefined;
  return renderApp(<RankDialog driveId="a" rankings={{ world: false, countries }} open onClose={close} />);
}
const rows = () => screen.getAllByRole('combobox', { name: /^State / });

it('offers a fourth state, but no fifth', async () => {
  open(3);
  await userEvent.click(await screen.findByRole('button', { name: 'Add state' }));
  expect(rows()).toHaveLength(4);
  expect(screen.queryByRole('button', { name: 'Add state' })).toBeNull();
});

it('keeps five states, and offers one again once two are removed', async () => {
  open(5);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Alabama' }));
  expect(rows()).toHaveLength(4);
  expect(screen.queryByRole('button', { name: 'Add state' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Colorado' }));
  expect(screen.getByRole('button', { name: 'Add state' })).toBeVisible();
});
