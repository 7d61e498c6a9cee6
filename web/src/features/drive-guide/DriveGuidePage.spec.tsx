// Aim: a drive that was interrupted continues by itself if it was recently, is asked about later, and is never replaced.
import { startGuide } from '@switchback/geo/guide/drive-guide';
import { guideLine } from '@switchback/geo/guide/guide-line';
import { encodePolyline } from '@switchback/geo/polyline';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { offlineDetailsOf } from '../../lib/offline/offline-drives.js';
import { type StoredRecord } from '../../lib/offline/records.js';
import { rememberSession } from '../../testing/accounts.js';
import { driveDetails } from '../../testing/drives.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import { installFakeEngine } from '../../map/fake-port.js';
import DriveGuidePage from './DriveGuidePage.js';
import { courseOfDrive, guideSource } from './guide-source.js';

const PATH = encodePolyline(Array.from({ length: 50 }, (_, index) => ({ lat: 35 + index / 1_000, lng: -82 })));
const HOUR_MS = 3_600_000;
const stored = vi.hoisted((): { found: StoredRecord | null } => ({ found: null }));
vi.mock('../../lib/offline/records.js', async (original) => ({
  ...(await original<object>()),
  readRecord: async () => stored.found,
  storeState: async () => undefined,
}));

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.details['a'] = { path: PATH };
  api.accounts.user = { ...api.accounts.user, accountType: 'hero' };
  api.server.listen();
  installFakeEngine();
  rememberSession();
});
afterEach(() => {
  api.server.close();
  stored.found = null;
  vi.restoreAllMocks();
});

function interrupt(hoursAgo: number, over: Partial<StoredRecord['record']> = {}) {
  const drive = driveDetails({ id: 'a', title: 'Blue Ridge', path: PATH });
  const at = Date.now() - hoursAgo * HOUR_MS;
  const course = courseOfDrive(offlineDetailsOf(drive))!;
  const state = startGuide(guideLine(guideSource(course)), at);
  const record = { userId: 'u1', id: 'r1', page: 'a', startedAt: at, endedAt: null, course, ...over };
  stored.found = { record, state };
}

const open = () =>
  renderApp(
    <Routes>
      <Route path="/drive/:driveId" element={<DriveGuidePage />} />
    </Routes>,
    '/drive/a',
  );

it('begins at a start sheet', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Blue Ridge' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Start' })).toBeEnabled();
});

it('continues by itself within two hours', async () => {
  interrupt(1);
  open();
  expect(await screen.findByRole('region', { name: 'Guide' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Turn the voice on' })).toBeVisible();
});

it.each([
  ['after two hours', 3, {}],
  ['on the page of another drive', 1, { page: 'b' }],
])('asks %s, and starts no other one meanwhile', async (_when, hoursAgo, over) => {
  interrupt(hoursAgo, over);
  open();
  expect(await screen.findByText(/You did not finish Blue Ridge/)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Start' })).toBeDisabled();
});

it('starts another drive after a record that was saved', async () => {
  interrupt(1, { page: 'b', endedAt: 1, isSaved: true });
  open();
  expect(await screen.findByRole('button', { name: 'Start' })).toBeEnabled();
  expect(screen.queryByText(/You did not finish/)).toBeNull();
});

it('shows a drive that was ended', async () => {
  interrupt(1, { endedAt: 1 });
  open();
  expect(await screen.findByRole('heading', { name: 'Your drive' })).toBeVisible();
});
