// Aim: the page plans what its form and its link say, keeps the last plans while it works or fails, tells plans apart in
// the list and on the map, and offers everyone the next step they may take.
import type { Plan } from '@switchback/contracts/resources/plan';
import type { User } from '@switchback/contracts/resources/user';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDraft, writeDraft } from '../../lib/drafts/draft.js';
import { EMPTY_FIELDS } from '../../lib/drives/drive-fields.js';
import { STARTS_AT_MAP } from '../../lib/search/explore-links.js';
import { rememberArea } from '../../lib/search/last-area.js';
import { installFakeEngine, madePorts } from '../../map/fake-port.js';
import { refuse, rememberSession } from '../../testing/accounts.js';
import { drive } from '../../testing/drives.js';
import { plan } from '../../testing/plans.js';
import { HeldCalls } from '../../testing/held-calls.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import FromHerePage from './FromHerePage.js';

const LINK = '/from-here?lat=35.6&lng=-82.55&place=Asheville&minutes=90&taste=twisty&loop=true';
const HOME = { lat: 35.6, lng: -82.55 };
const NORTH = { lat: 35.9, lng: -82.55 };

/** A loop of a router to the north. */
function loop(overrides: Partial<Plan> = {}): Plan {
  const path = encodePolyline([HOME, { lat: 35.7, lng: -82.5 }, NORTH, { lat: 35.7, lng: -82.6 }, HOME]);
  return plan({
    legs: [{ driveId: null, from: null, to: null, distance: 70_000, duration: 5_400, path }],
    distance: 70_000,
    source: 'valhalla',
    ...overrides,
  });
}

let api: FakeApi;
beforeEach(() => {
  installFakeEngine();
  localStorage.clear();
  sessionStorage.clear();
  api = new FakeApi();
  api.drives = [drive({ id: 'a', title: 'Blue Ridge', distance: 40_000 })];
  api.server.listen();
});
afterEach(() => {
  api.server.close();
  for (const name of ['geolocation', 'permissions']) Reflect.deleteProperty(navigator, name);
});

/** Gives the browser a device with a location. @returns the requests for it. */
function installDevice(permission: string, { lat, lng }: LatLng): PositionCallback[] {
  const requests: PositionCallback[] = [];
  const getCurrentPosition = (onPosition: PositionCallback) => {
    requests.push(onPosition);
    onPosition({ coords: { latitude: lat, longitude: lng } } as GeolocationPosition);
  };
  const query = () => Promise.resolve({ state: permission });
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query } });
  return requests;
}

function open(at = LINK, accountType: User['accountType'] | null = null) {
  if (accountType !== null) {
    rememberSession();
    api.accounts.user = { ...api.accounts.user, accountType };
  }
  return renderApp(
    <>
      <Link to="/contact">Contact</Link>
      <Link to="/from-here" state={STARTS_AT_MAP}>
        Plan from here
      </Link>
      <Routes>
        <Route path="/from-here" element={<FromHerePage />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    at,
  );
}

const card = async (name: string | RegExp) => within((await screen.findByRole('button', { name })).closest('article')!);
const linesOf = () => madePorts.at(-1)!.lines;

describe('the form', () => {
  // Aim: a shared link plans the same without a click.
  it('plans what the link says', async () => {
    open('/from-here?lat=35.6&lng=-82.55&place=Asheville&minutes=100&taste=gentle&loop=false&seed=3');
    await screen.findByRole('heading', { name: 'Blue Ridge from Asheville' });
    expect(api.plans.asked).toEqual([{ location: HOME, minutes: 100, taste: 'gentle', loop: false, seed: 3 }]);
    expect(screen.getByText('1 h 40 min')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Out and back' })).toBeChecked();
  });

  it('says that the drives nearby take less than the time', async () => {
    api.plans.answer = { plans: [plan({ duration: 5_400 }), loop()], upgrade: false };
    open(LINK.replace('minutes=90', 'minutes=120'));
    expect(await screen.findByText('2 plans. The drives near here do not fill 2 h.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Less time' }));
    expect(await screen.findByText('2 plans')).toBeVisible();
  });

  it('asks for a start first, and plans once there is one', async () => {
    const { address } = open('/from-here?minutes=nonsense');
    expect(await screen.findByText('Where do you start?')).toBeVisible();
    await userEvent.type(screen.getByRole('combobox', { name: 'Start' }), 'Ashe');
    await userEvent.click(await screen.findByRole('option', { name: /^Asheville/ }));
    await screen.findByRole('heading', { name: 'Blue Ridge from Asheville' });
    expect(api.plans.asked).toEqual([{ location: HOME, minutes: 90, taste: 'twisty', loop: true, seed: 0 }]);
    expect(address()).toContain('place=Asheville,+North+Carolina&minutes=90');
  });

  it('leads to another place by kinds of ways, and back home again', async () => {
    const way = { taste: 'twisty' as const, motorwayShare: 0.12, towns: ['Marshall', 'Barnard'] };
    const straight = plan({ legs: loop().legs, source: 'valhalla', way });
    api.plans.answer = { plans: [straight], upgrade: false };
    const { address } = open(`${LINK}&toLat=35.9&toLng=-82.55&toPlace=Burnsville`, 'hero');
    const twisty = await card('Twisty way to Burnsville');
    expect(api.plans.asked[0]).toMatchObject({ location: HOME, to: NORTH });
    expect(twisty.getByText('12 % motorway')).toBeVisible();
    expect(twisty.getByText('Through Marshall and Barnard')).toBeVisible();
    expect(screen.queryByRole('radio', { name: 'Loop' })).toBeNull();
    await userEvent.click(twisty.getByRole('button', { name: 'Make it a drive' }));
    await waitFor(() => expect(readDraft(api.accounts.user.id, null)?.route.directions?.legs).toHaveLength(1));
    const { route, fields } = readDraft(api.accounts.user.id, null)!;
    expect(fields.title).toBe('Twisty way to Burnsville');
    expect(route.waypoints.map(({ label }) => label)).toEqual(['Asheville', 'Burnsville']);
    expect(route.directions?.legs[0]).toMatchObject({ taste: 'twisty', source: 'valhalla' });
    expect(address()).toBe('/create');
  });

  it('takes the end away, and offers ways with Hero', async () => {
    api.plans.answer = { plans: [], upgrade: true };
    const { address } = open(`${LINK}&toLat=35.9&toLng=-82.55&toPlace=Burnsville`);
    expect(await screen.findByText(/Heroes get the fastest way there and curvier ones/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Back home instead' }));
    expect(address()).not.toContain('toLat');
    await waitFor(() => expect(api.plans.asked.at(-1)).not.toHaveProperty('to'));
  });

  it('starts where the map of the explore page is, for a person who comes from it', async () => {
    rememberArea({ location: HOME, zoom: 10 });
    open('/contact');
    await userEvent.click(screen.getByRole('link', { name: 'Plan from here' }));
    expect(await screen.findByRole('button', { name: /of Mills River · 1 h 30 min · Twisty · Loop/ })).toBeVisible();
    await waitFor(() => expect(api.plans.asked[0]).toMatchObject({ location: HOME }));
  });

  // Aim: the page never plans around a place that the person neither chose nor allowed.
  it.each([
    ['granted', [HOME]],
    ['prompt', []],
    ['denied', []],
  ])('starts at the device only where that is allowed: %s', async (permission, starts) => {
    rememberArea({ location: NORTH, zoom: 10 });
    const requests = installDevice(permission, HOME);
    open('/from-here');
    if (starts.length > 0) await screen.findByRole('heading', { name: /^Blue Ridge/ });
    else expect(await screen.findByText('Where do you start?')).toBeVisible();
    expect(api.plans.asked.map(({ location }) => location)).toEqual(starts);
    expect(requests).toHaveLength(starts.length);
  });

  it('plans again for another time, curviness or way back', async () => {
    const { address } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'More time' }));
    await waitFor(() => expect(address()).toContain('minutes=105'));
    await userEvent.click(screen.getByRole('radio', { name: 'Relentless' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Out and back' }));
    await waitFor(() =>
      expect(api.plans.asked.at(-1)).toEqual({
        location: HOME,
        minutes: 105,
        taste: 'relentless',
        loop: false,
        seed: 0,
      }),
    );
  });

  it('starts at a clicked point of the map, and where its mark is dropped', async () => {
    const { address } = open('/from-here');
    await waitFor(() => expect(madePorts).toHaveLength(1));
    act(() => madePorts[0]!.rest({ location: HOME }));
    act(() => madePorts[0]!.events.onPickNothing({ x: 0, y: 0 }));
    await waitFor(() => expect(address()).toContain('lat=35.6&lng=-82.55'));
    await waitFor(() => expect(madePorts[0]!.handles).toHaveLength(1));
    act(() => madePorts[0]!.events.onHandleMoved(0, NORTH));
    await waitFor(() => expect(address()).toContain('lat=35.9&lng=-82.55'));
  });

  it('says that the device has no location', async () => {
    open('/from-here');
    await userEvent.click(await screen.findByRole('button', { name: 'Use my location' }));
    expect(await screen.findByText(/Your location is not available/)).toBeVisible();
  });
});

describe('the plans', () => {
  it('shows figures, and the legs of the chosen one', async () => {
    api.plans.answer.plans = [plan(), loop({ repeatedShare: 0.12 })];
    open();
    const chain = await card('Blue Ridge from Asheville');
    expect(chain.getByText('~1 h 23 min')).toBeVisible();
    expect(chain.getByText('~42.3 mi')).toBeVisible();
    expect(chain.getByText('Connections estimated')).toBeVisible();
    expect(chain.getAllByRole('listitem').map((leg) => leg.textContent)).toEqual([
      'Way to Blue Ridge~10 min · ~5 miabout 10 min · about 5 mi',
      expect.stringMatching(/^Blue Ridge.*48 min · 24\.9 mi$/),
      'Drive home~25 min · ~12.4 miabout 25 min · about 12.4 mi',
    ]);
    const loops = await card('Loop to the north from Asheville');
    expect(loops.getByText('12% driven twice')).toBeVisible();
    expect(loops.queryByText('Connections estimated')).toBeNull();
    expect(loops.queryByRole('list')).toBeNull();
    await userEvent.click(loops.getByRole('button', { name: 'Loop to the north from Asheville' }));
    expect(loops.getByRole('button', { name: 'Make it a drive' })).toBeVisible();
    // The via points of a loop are places of no name.
    expect(loops.queryByRole('list')).toBeNull();
    expect(chain.queryByRole('list')).toBeNull();
  });

  it('draws all of them, the chosen one on top, its ways dashed; hover and click work both ways', async () => {
    api.plans.answer.plans = [plan(), loop()];
    open();
    const loops = await card('Loop to the north from Asheville');
    await waitFor(() => expect(linesOf()).toHaveLength(4));
    expect(linesOf().map(({ approximate }) => approximate)).toEqual([true, false, true, false]);
    expect(linesOf().map(({ color }) => color !== undefined)).toEqual([false, false, false, true]);
    const line = linesOf()[3]!.id;
    act(() => madePorts[0]!.events.onHover([line], { x: 0, y: 0 }));
    const article = loops.getByRole('button').closest('article')!;
    await waitFor(() => expect(article).toHaveAttribute('data-hovered', 'true'));
    await waitFor(() => expect(linesOf().find(({ id }) => id === line)?.thin).toBe(false));
    act(() => madePorts[0]!.events.onPick([line], { x: 0, y: 0 }));
    await waitFor(() => expect(linesOf()[0]).toMatchObject({ id: line, thin: false }));
    expect(loops.getByRole('button', { name: 'Loop to the north from Asheville' })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
  });

  it('draws the way back over the same straight line once, so that its dashes stay apart', async () => {
    const [out, along] = plan().legs;
    const back = encodePolyline(decodePolyline(out!.path).reverse());
    api.plans.answer.plans = [plan({ legs: [out!, along!, { ...out!, path: back }] })];
    open();
    await card('Blue Ridge from Asheville');
    await waitFor(() => expect(linesOf().map(({ approximate }) => approximate)).toEqual([true, false]));
  });

  it('finds other loops', async () => {
    api.plans.answer.plans = [loop()];
    const { address } = open(LINK, 'hero');
    await userEvent.click(await screen.findByRole('button', { name: 'Other loops' }));
    await waitFor(() => expect(address()).toContain('seed=1'));
    await waitFor(() => expect(api.plans.asked.at(-1)).toMatchObject({ seed: 1 }));
  });

  it('keeps the last plans if the next ones fail, and tries again', async () => {
    open();
    await screen.findByRole('heading', { name: 'Blue Ridge from Asheville' });
    api.plans.failure = refuse(503, 'ERROR-00010', 'Temporarily unavailable', 'Plans are down.');
    await userEvent.click(screen.getByRole('button', { name: 'More time' }));
    expect(await screen.findByText(/Plans are down.*You still see the last plans/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Blue Ridge from Asheville' })).toBeVisible();
    api.plans.failure = null;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/Plans are down/)).toBeNull());
  });

  it('offers more time, the same road back, and drives nearby if there is none', async () => {
    api.plans.answer = { plans: [], upgrade: true, note: 'The router is busy.' };
    const { address } = open();
    expect(await screen.findByRole('heading', { name: 'No plan fits 1 h 30 min' })).toBeVisible();
    expect(screen.getByText('The router is busy.')).toBeVisible();
    expect(screen.getByText(/Heroes also get loops on any road/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Explore drives nearby' })).toHaveAttribute(
      'href',
      '/explore?view=map&location=35.6,-82.55',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Try 1 h 45 min' }));
    await waitFor(() => expect(address()).toContain('minutes=105'));
  });
});

describe('making it a drive', () => {
  const make = async () => userEvent.click(await screen.findByRole('button', { name: 'Make it a drive' }));

  it('opens the editor with the plan as a draft', async () => {
    const { address } = open(LINK, 'hero');
    await make();
    await waitFor(() => expect(address()).toBe('/create'));
    const draft = readDraft('u1', null);
    expect(draft?.fields.title).toBe('Blue Ridge from Asheville');
    expect(draft?.route.waypoints.map(({ label }) => label)).toEqual([
      'Asheville',
      'Start of Blue Ridge',
      'End of Blue Ridge',
      'Asheville',
    ]);
  });

  it('asks before it replaces a draft', async () => {
    const earlier = { waypoints: [], pointsOfInterest: [], directions: null };
    writeDraft('u1', null, { fields: { ...EMPTY_FIELDS, title: 'Mine' }, route: earlier, rev: null });
    const { address } = open(LINK, 'hero');
    await make();
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace your draft?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(readDraft('u1', null)?.fields.title).toBe('Mine');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await make();
    await userEvent.click(await screen.findByRole('button', { name: 'Replace draft' }));
    await waitFor(() => expect(address()).toBe('/create'));
    expect(readDraft('u1', null)?.fields.title).toBe('Blue Ridge from Asheville');
  });

  it.each([
    ['visitors to log in', null, 'login'],
    ['free accounts to upgrade', 'free', 'upgrade'],
  ] as const)('asks %s, and remembers the plan', async (_who, type, prompt) => {
    const { store } = open(LINK, type);
    await make();
    await waitFor(() => expect(store.getState().prompt.open).toBe(prompt));
    const { intent, wanted } = store.getState().prompt;
    expect(intent ?? wanted).toEqual({ plan: ',a,:68000' });
    expect(readDraft('u1', null)).toBeNull();
  });

  // Aim: the editor opens only for a person who still waits for it.
  it.each([
    ['leaves the page', () => userEvent.click(screen.getByRole('link', { name: 'Contact' })), '/contact'],
    ['plans again', () => userEvent.click(screen.getByRole('button', { name: 'More time' })), 'minutes=105'],
  ])('opens no editor once the person %s', async (_what, act, place) => {
    const details = new HeldCalls(api, '*/api/drives/drive/:id/details');
    const { store, address } = open(LINK, 'hero');
    await make();
    await waitFor(() => expect(details.count).toBe(1));
    await act();
    await waitFor(() => expect(address()).toContain(place));
    await details.release(store);
    expect(address()).toContain(place);
    expect(readDraft('u1', null)).toBeNull();
  });

  it('reports a drive that could not be loaded', async () => {
    open(LINK, 'hero');
    await screen.findByRole('heading', { name: 'Blue Ridge from Asheville' });
    api.failing = true;
    await make();
    expect(await screen.findByText('The editor could not be opened')).toBeVisible();
  });
});
