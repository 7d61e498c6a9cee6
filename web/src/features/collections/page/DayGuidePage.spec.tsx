// Aim: a driver is guided along all drives of a day that they may see; if one of them cannot be loaded, they learn that
// before they start.
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rememberSession } from '../../../testing/accounts.js';
import { collection } from '../../../testing/collections.js';
import { driveDetails } from '../../../testing/drives.js';
import { renderApp } from '../../../testing/render.js';
import { FakeApi } from '../../../testing/server.js';
import DayGuidePage from './DayGuidePage.js';

const LINE = '_p~iF~ps|U_ulLnnqC_mqNvxq`@';
const item = (driveId: string) => ({ driveId, note: '', day: 1 });

let api: FakeApi;
let status: number;
beforeEach(() => {
  api = new FakeApi();
  api.collections.collections = [collection({ name: 'Weekend', items: [item('a'), item('b')], days: 1 })];
  api.server.use(
    http.get<{ id: string }>('*/api/drives/drive/:id/details', ({ params: { id } }) =>
      id === 'a' || status === 200
        ? HttpResponse.json({ drive: driveDetails({ id, title: `Road ${id}`, path: LINE }) })
        : HttpResponse.json({ title: 'Not now', message: 'Try again.', type: status }, { status }),
    ),
  );
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

/** Opens the day, whose second drive answers with a status. */
function open(answer: number): void {
  status = answer;
  renderApp(
    <Routes>
      <Route path="/drive/trip/:collectionId/:day" element={<DayGuidePage />} />
    </Routes>,
    '/drive/trip/c1/1',
  );
}

it.each([
  [200, 'Road a · Road b'],
  [404, 'Road a'],
])('lists the drives of the day (the second one answers %d)', async (answer, drives) => {
  open(answer);
  expect(await screen.findByText(drives)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Start' })).toBeVisible();
});

it('does not start without a drive that could not be loaded', async () => {
  open(503);
  expect(await screen.findByRole('heading', { name: 'Temporarily unavailable' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
});
