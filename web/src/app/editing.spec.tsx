// Aim: the form of the editor leads to what is missing, starts over calmly, outlasts the session, and tells people who
// may not edit a drive what they can do.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountType } from '@switchback/contracts/rules/accounts';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { PASSWORD, refuse, rememberSession, user } from '../testing/accounts.js';
import { driveDetails } from '../testing/drives.js';
import { renderApp } from '../testing/render.js';
import { FakeApi } from '../testing/server.js';
import { sessionEnded } from '../session/session-slice.js';
import { AppRoutes } from './routes.js';

const WIDTH = innerWidth;
const [START, END] = [
  { label: 'Asheville', location: { lat: 35.6, lng: -82.5 } },
  { label: 'Boone', location: { lat: 36.2, lng: -81.7 } },
];
const LEG = { start: START, end: END, distance: 100_000, duration: 5_000, path: '_p~iF~ps|U_ulLnnqC' };
let api: FakeApi;
/** Form fields of each drive that was sent, with the token of the call. */
let sent: [string, { title: string }][];
/** Change requests that were sent. */
let requested: number;
let edited: DriveDetails;

function as(accountType: AccountType) {
  api.accounts.user = user({ accountType });
  rememberSession();
}

const mine: DriveDetails['created'] = {
  user: { id: 'u1', username: 'ridge.runner' },
  at: '2026-01-01T00:00:00.000Z',
};

beforeEach(() => {
  globalThis.innerWidth = 390;
  [sent, requested] = [[], 0];
  edited = driveDetails({ id: 'd1', title: 'Ridge Road', created: mine, waypoints: [] });
  api = new FakeApi();
  const isKnown = (request: Request) =>
    api.accounts.tokens.has(request.headers.get('authorization')?.replace('Bearer ', '') ?? '');
  const refuseSession = () => refuse(401, 'ERROR-00008', 'Session has ended', 'Please log in again.');
  api.server.use(
    http.put('*/api/drives/drive', async ({ request }) => {
      if (!isKnown(request)) return refuseSession();
      const { details } = (await request.json()) as { details: { title: string } };
      sent.push([request.headers.get('authorization') ?? '', details]);
      return HttpResponse.json({ driveId: 'd9', title: 'Drive Saved', message: 'It is there.' }, { status: 201 });
    }),
    http.post('*/api/directions', ({ request }) =>
      isKnown(request) ? HttpResponse.json({ directions: { source: 'osrm', legs: [LEG] } }) : refuseSession(),
    ),
    http.post('*/api/drives/validate-title', async ({ request }) => {
      const { title } = (await request.json()) as { title: string };
      if (title !== 'Tail of the Dragon') return HttpResponse.json({ available: true });
      const additional = { isTaken: { id: 'd7', title } };
      return refuse(409, 'ERROR-00050', 'Title is taken', 'Please choose another.', { additional });
    }),
    http.post('*/api/drives/drive/:id/details', () => HttpResponse.json({ drive: edited })),
    http.post('*/api/drives/drive/:id/request-changes', () => {
      requested += 1;
      return HttpResponse.json({ driveId: 'd1', title: 'Changes Requested', message: 'The owner is notified.' });
    }),
  );
  api.server.listen();
});
afterEach(() => {
  globalThis.innerWidth = WIDTH;
  api.server.close();
});

/** Stores a drawn route, as an earlier visit would have. */
function keepDraft(title: string) {
  const [waypoints, interests] = [[START, END].map((point) => ({ ...point, value: point })), []];
  const route = { waypoints, pointsOfInterest: interests, directions: { source: 'valhalla', legs: [LEG] } };
  localStorage.setItem('switchback.draft.u1.new', JSON.stringify({ fields: { title }, route, rev: null }));
}

const drawer = (name: string) => screen.findByRole('region', { name });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
async function logIn() {
  const login = within(await screen.findByRole('dialog', { name: 'Log in' }));
  await userEvent.type(login.getByLabelText('Email'), 'runner@example.com');
  await userEvent.type(login.getByLabelText('Password'), `${PASSWORD}{Enter}`);
}
const address = () => screen.getByTestId('address').textContent;

describe('the form', () => {
  it('leads to the first fault in its drawer', async () => {
    as('hero');
    renderApp(<AppRoutes />, '/create');
    await press('Save');
    const fault = within(await drawer('Waypoints')).getByText(/^Directions are required/);
    expect(fault).toHaveFocus();
    expect(screen.getByText('Please address all of the indicated errors.')).toBeVisible();
  });

  it('closes the other drawer on a phone, and focuses the field', async () => {
    as('hero');
    keepDraft('');
    renderApp(<AppRoutes />, '/create');
    await press('Details');
    await userEvent.click(screen.getByRole('switch', { name: /^Public/ }));
    await press('Waypoints');
    await press('Submit');
    expect(within(await drawer('Details')).getByLabelText('Title')).toHaveFocus();
    expect(screen.getByText(/^Title is required/)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Waypoints' })).toBeNull();
  });

  it('is calm and empty once a drive is saved', async () => {
    globalThis.innerWidth = 1_440;
    as('hero');
    keepDraft('my road');
    renderApp(<AppRoutes />, '/create');
    await press('Details');
    await press('Save');
    expect(await screen.findByRole('dialog', { name: 'Drive Saved' })).toBeVisible();
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText(/required|indicated errors/)).toBeNull();
    expect(screen.queryByRole('region', { name: 'Details' })).toBeNull();
    expect(sent).toHaveLength(1);
  });

  it('says at once that a title is taken, and sends nothing', async () => {
    as('hero');
    keepDraft('Tail of the Dragon');
    renderApp(<AppRoutes />, '/create');
    await press('Details');
    await userEvent.click(screen.getByRole('switch', { name: /^Public/ }));
    expect(await screen.findByText('We found a drive already using this name')).toBeVisible();
    expect(screen.getByRole('link', { name: /Open that drive/ })).toHaveAttribute('href', '/drive-details/d7');
    expect(screen.getByText(/^The title is taken/)).toBeVisible();
    await press('Submit');
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus());
    expect(sent).toEqual([]);
  });
});

describe('a session that ends while drawing', () => {
  it('is renewed by a login, after which the drive is sent', async () => {
    as('hero');
    keepDraft('my road');
    renderApp(<AppRoutes />, '/create');
    await screen.findByText('Your draft was restored.');
    await press('Details');
    await userEvent.type(screen.getByLabelText('Title'), ' home');
    api.accounts.tokens.delete('t1');
    await press('Save');
    await logIn();
    expect(await screen.findByRole('dialog', { name: 'Drive Saved' })).toBeVisible();
    expect(sent).toMatchObject([['Bearer t1', { title: 'my road home', directions: { source: 'valhalla' } }]]);
  });

  it('is renewed if a change of the route finds its end, which then is routed', async () => {
    as('hero');
    keepDraft('my road');
    renderApp(<AppRoutes />, '/create');
    await press('Waypoints');
    api.accounts.tokens.delete('t1');
    await press('Reverse');
    await logIn();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
    await press('Save');
    expect(await screen.findByRole('dialog', { name: 'Drive Saved' })).toBeVisible();
    expect(sent).toMatchObject([['Bearer t1', { directions: { source: 'osrm' } }]]);
  });

  it('leaves the drive in sight, and offers the login again', async () => {
    as('hero');
    keepDraft('my road');
    const { store } = renderApp(<AppRoutes />, '/create');
    await screen.findByText('Your draft was restored.');
    act(() => void store.dispatch(sessionEnded('expired')));
    await screen.findByRole('dialog', { name: 'Log in' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Your session has ended')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('my road');
    await press('Save');
    expect(await screen.findByRole('dialog', { name: 'Log in' })).toBeVisible();
    expect(sent).toEqual([]);
  });
});

describe('a drive that one may not edit', () => {
  it('leads to its suggestions if it is published', async () => {
    as('hero');
    renderApp(<AppRoutes />, '/create/d1');
    expect(await screen.findByRole('heading', { name: 'This drive is published' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'View drive' })).toHaveAttribute('href', '/drive-details/d1');
    api.drives = [...api.drives, { ...api.drives[0]!, id: 'd1' }];
    await press('Suggest edits instead');
    expect(await screen.findByRole('dialog', { name: 'Suggest Edits' })).toBeVisible();
    expect(address()).toBe('/drive-details/d1');
  });

  it('leads to the drive if only its owner may', async () => {
    as('hero');
    edited = { ...edited, privacy: 'private', status: 'none', created: { ...mine, user: null } };
    renderApp(<AppRoutes />, '/create/d1');
    expect(await screen.findByText('Only the owner of a drive and our staff can edit it.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View drive' })).toBeVisible();
  });

  it('leads its owner to the drive, who is no longer Hero', async () => {
    as('free');
    renderApp(<AppRoutes />, '/create/d1');
    expect(await screen.findByText('Please upgrade your account.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View drive' })).toHaveAttribute('href', '/drive-details/d1');
  });
});

it('does not request changes if none is written', async () => {
  as('admin');
  edited = { ...edited, status: 'pending' };
  renderApp(<AppRoutes />, '/create/d1?reviewing=true');
  await press('Request Changes');
  expect(await screen.findByText('Nothing is requested. Write at a field what has to change.')).toBeVisible();
  const asked = within(await drawer('Details')).getByLabelText('Change requested: Title');
  expect(requested).toBe(0);
  await userEvent.type(asked, 'Which road?');
  await press('Request Changes');
  await waitFor(() => expect(requested).toBe(1));
});
