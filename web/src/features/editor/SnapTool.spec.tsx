// Aim: staff lay the stored line of a drive onto roads, learn how far it moved, and why it did not; nobody else may, and a
// line that was changed or already lies on roads is not offered for it.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refuse, rememberSession, user } from '../../testing/accounts.js';
import { useUser } from '../../lib/people/use-user.js';
import { driveDetails } from '../../testing/drives.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import type { Slot } from './route-state.js';
import { SnapTool } from './SnapTool.js';
import type { RouteWork } from './use-route-editor.js';
import { OPEN_WAY } from './ways.js';

const DIRECTIONS = { source: 'valhalla', legs: [] };
const SNAP = '*/api/drives/drive/d1/snap';
const slots = ['Airolo', 'Andermatt'].map((label, id): Slot => {
  const location = { lat: 46.5 + id / 10, lng: 8.6 };
  return { id, label, location, freehand: false, taste: null, way: OPEN_WAY, near: false };
});

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.accounts.user = user({ accountType: 'admin' });
  api.server.use(http.post(SNAP, () => HttpResponse.json({ directions: DIRECTIONS, moved: { max: 120, mean: 14.2 } })));
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

function open({ source = 'approximate', isChanged = false } = {}) {
  const replace = vi.fn();
  renderApp(<Editor source={source} begins={isChanged} onReplace={replace} />);
  return replace;
}

interface Props {
  source: string;
  begins: boolean;
  onReplace: RouteWork['replace'];
}

/** A route that is changed once its line is replaced, until that is undone. The type appears once the account is known. */
function Editor({ source, begins, onReplace }: Props) {
  const [isChanged, setChanged] = useState(begins);
  const replace: RouteWork['replace'] = (route) => {
    onReplace(route);
    setChanged(true);
  };
  const editor = { replace, isChanged, points: { slots, interests: [] } } as Partial<RouteWork> as RouteWork;
  return (
    <>
      <p>{useUser()?.accountType}</p>
      <SnapTool editor={editor} drive={driveDetails({ id: 'd1', directions: { source, legs: [] } as never })} />
      <button type="button" onClick={() => setChanged(false)}>
        Undo
      </button>
    </>
  );
}

const button = () => screen.findByRole('button', { name: 'Snap to roads' });

it('replaces the line by the nearest roads, between the same waypoints', async () => {
  const replace = open();
  await userEvent.click(await button());
  expect(await screen.findByText('Moved by up to 394 ft, 47 ft on average. Undo brings the line back.')).toBeVisible();
  expect(replace).toHaveBeenCalledWith({ stops: slots, directions: DIRECTIONS });
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.queryByText(/^Moved by/)).toBeNull();
  expect(await button()).toBeEnabled();
});

it('says why a line stays as it is', async () => {
  api.server.use(http.post(SNAP, () => refuse(409, 'ERROR-00105', 'No roads under the line', 'It leads elsewhere.')));
  const replace = open();
  await userEvent.click(await button());
  expect(await screen.findByRole('alert')).toHaveTextContent('It leads elsewhere.');
  expect(replace).not.toHaveBeenCalled();
});

it('is not offered for a line that was changed', async () => {
  open({ isChanged: true });
  expect(await button()).toBeDisabled();
});

it.each([
  ['a Hero', 'hero', 'approximate'],
  ['a line on roads', 'admin', 'valhalla'],
] as const)('is not offered for %s', async (_, accountType, source) => {
  api.accounts.user = user({ accountType });
  open({ source });
  await screen.findByText(accountType);
  expect(screen.queryByRole('button', { name: 'Snap to roads' })).toBeNull();
});
