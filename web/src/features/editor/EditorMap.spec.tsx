// Aim: the map begins where the person is, and follows the places that they name, but never their own edits.
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberArea } from '../../lib/search/last-area.js';
import { installFakeEngine, madePorts } from '../../map/fake-port.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import EditorMap from './EditorMap.js';
import { Interests } from './Interests.js';
import { useRouteEditor } from './use-route-editor.js';

const DENVER = { lat: 39.74, lng: -104.98 };
const ESTES_PARK = { lat: 40.38, lng: -105.52 };
const HOME = { lat: 47.4, lng: -121.7 };
const SAN_FRANCISCO = { lat: 37.77, lng: -122.42 };

let api: FakeApi;
let answerDevice: (coords: { latitude: number; longitude: number }) => Promise<void>;

beforeEach(() => {
  api = new FakeApi();
  api.server.use(http.post('*/api/directions', () => new HttpResponse(null, { status: 503 })));
  api.server.listen();
  installFakeEngine();
  sessionStorage.clear();
  const getCurrentPosition = (found: (position: object) => void) =>
    (answerDevice = (coords) => act(async () => found({ coords })));
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation');
  api.server.close();
});

function Page({ isNew }: { isNew: boolean }) {
  const editor = useRouteEditor();
  return (
    <>
      <EditorMap editor={editor} isNew={isNew} onLook={() => undefined} />
      <button onClick={() => editor.place(0, 'Denver', DENVER)}>Denver</button>
      <button onClick={() => editor.place(1, 'Estes Park', ESTES_PARK)}>Estes Park</button>
      <Interests editor={editor} near={null} stopsOf={null} />
      <ol>
        {editor.points.slots.map(({ id, label }) => (
          <li key={id}>{label}</li>
        ))}
      </ol>
    </>
  );
}

async function open(isNew = true) {
  renderApp(<Page isNew={isNew} />);
  await waitFor(() => expect(madePorts).toHaveLength(1));
  return madePorts[0]!;
}

describe('the map of a new drive', () => {
  it('begins near San Francisco, and moves to the device when that answers', async () => {
    const port = await open();
    expect(port.options.location).toEqual(SAN_FRANCISCO);
    await answerDevice({ latitude: HOME.lat, longitude: HOME.lng });
    expect(port.moves).toEqual([{ ...HOME, zoom: 10 }]);
  });

  it('begins where the explore page was, and stays once the person has moved it', async () => {
    rememberArea({ location: DENVER, zoom: 8 });
    const port = await open();
    expect(port.options).toMatchObject({ location: DENVER, zoom: 8 });
    act(() => port.rest({}));
    await answerDevice({ latitude: HOME.lat, longitude: HOME.lng });
    expect(port.moves).toEqual([]);
  });

  it('does not ask for the location of the device to edit a drive', async () => {
    answerDevice = () => Promise.resolve();
    const before = answerDevice;
    await open(false);
    expect(answerDevice).toBe(before);
  });

  it('shows all places when one that is named is out of sight, and stays for clicks', async () => {
    const port = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Denver' }));
    expect(port.fits.at(-1)).toMatchObject({ bounds: { north: 39.74, south: 39.74 }, options: { maxZoom: 10 } });
    await userEvent.click(screen.getByRole('button', { name: 'Estes Park' }));
    expect(port.fits).toHaveLength(2);
    expect(port.fits.at(-1)?.bounds).toEqual({ north: 40.38, south: 39.74, east: -104.98, west: -105.52 });
    act(() => port.events.onPickNothing({ x: 100, y: 100 }));
    expect(await screen.findByText(/^[\d,.]+ mi \w+ of Mills River$/)).toBeVisible();
    expect(port.handles.map(({ text }) => text)).toEqual(['Start', '1', 'End']);
    expect(port.fits).toHaveLength(2);
  });
});

// Aim: a place worth a stop needs no name to be found: a click sets it, and the person names and moves it.
describe('a point of interest', () => {
  const field = (name: RegExp) => screen.findByRole('textbox', { name });

  it('is set by one click on the map, on the route or off it, and leaves the route alone', async () => {
    const port = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Denver' }));
    await userEvent.click(screen.getByRole('button', { name: 'Choose on the map' }));
    expect(screen.getByText('Click the map where the place is.')).toBeVisible();
    act(() => port.events.onPickNothing({ x: 100, y: 100 }));
    expect(await field(/^Name of [\d,.]+ mi \w+ of Mills River$/)).toBeVisible();
    expect(port.handles.map(({ text }) => text)).toEqual(['Start', '★']);
    act(() => port.events.onPickNothing({ x: 120, y: 100 }));
    expect(port.handles.map(({ text }) => text)).toEqual(['Start', 'End', '★']);
  });

  it('gets a name of its own, moves on the map, and goes', async () => {
    const port = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Choose on the map' }));
    act(() => port.events.onPickNothing({ x: 100, y: 100 }));
    const name = await field(/^Name of .*Mills River$/);
    await userEvent.clear(name);
    await userEvent.type(name, 'Looking Glass Rock{Enter}');
    expect(port.handles.at(-1)).toMatchObject({ label: 'Looking Glass Rock' });
    act(() => port.events.onHandleMoved(0, HOME));
    expect(port.handles.at(-1)).toMatchObject({ label: 'Looking Glass Rock', location: HOME });
    await userEvent.click(screen.getByRole('button', { name: 'Remove Looking Glass Rock' }));
    expect(port.handles).toEqual([]);
    expect(screen.queryByRole('textbox', { name: /^Name of/ })).toBeNull();
  });

  it('is not set after Escape', async () => {
    const port = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Choose on the map' }));
    await userEvent.keyboard('{Escape}');
    act(() => port.events.onPickNothing({ x: 100, y: 100 }));
    expect(port.handles.map(({ text }) => text)).toEqual(['Start']);
  });
});
