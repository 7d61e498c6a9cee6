// Aim: staff's corrections are sent with the approval or dropped knowingly, pending photos are offered in the same step,
// and a decision leads back to the queue that the drive was opened from.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DriveForm } from '@switchback/contracts/endpoints/authoring';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuse, rememberSession } from '../../testing/accounts.js';
import { driveDetails } from '../../testing/drives.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import { fieldsOf } from './drive-form.js';
import type { RouteEditor } from './route-editor.js';
import { useReview } from './use-review.js';
import { useSubmit } from './use-submit.js';

const DRIVE = driveDetails({ id: 'd1', title: 'Ridge Road', _rev: 3, privacy: 'public', status: 'pending' });
const DIRECTIONS = { source: 'track', legs: [] };
const PLACE = { queue: { itemId: 'i1', nextId: 'i2' } };
const photo = (id: string, pending = true) => ({ id, small: `/${id}.jpg`, color: '#888888', description: '', pending });

let api: FakeApi;
let approved: { _rev: number; details: DriveForm | null }[];
let sentBack: object[];
let photos: object[];
let decidedPhotos: string[];
let claimed: string | null;

beforeEach(() => {
  [approved, sentBack, photos, decidedPhotos, claimed] = [[], [], [], [], null];
  api = new FakeApi();
  api.server.use(
    http.post('*/api/drives/drive/d1/approve-public', async ({ request }) => {
      approved.push((await request.json()) as (typeof approved)[number]);
      return HttpResponse.json({ driveId: 'd1', title: 'Drive Published', message: 'Everyone can find it now.' });
    }),
    http.post('*/api/drives/drive/d1/request-changes', async ({ request }) => {
      sentBack.push((await request.json()) as object);
      return HttpResponse.json({ driveId: 'd1', title: 'Changes Requested', message: 'Sent.' });
    }),
    http.get('*/api/drives/drive/d1/photos', () => HttpResponse.json({ photos })),
    http.post('*/api/drives/drive/d1/photos/photo/:id/approve', ({ params }) => {
      if (params['id'] === claimed) return refuse(409, 'ERROR-00053', 'Claimed by someone else', 'Please wait.');
      decidedPhotos.push(String(params['id']));
      return HttpResponse.json({ photos: [] });
    }),
  );
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

function Form({ isRerouted }: { isRerouted: boolean }) {
  const [fields, setFields] = useState(fieldsOf(DRIVE));
  const route = {
    waypoints: [{ label: 'A', value: null }],
    pointsOfInterest: [],
    directions: DIRECTIONS,
    isChanged: isRerouted,
  } as unknown as RouteEditor;
  const photoWork = { send: () => Promise.resolve(null) };
  const submit = useSubmit({ userId: 'mel', drive: DRIVE, rev: 3, photos: photoWork, onSaved: () => undefined });
  const onSendBack = () => void submit.request({ title: 'Which?' });
  const review = useReview({ drive: DRIVE, fields, route, submit, onSendBack });
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };
  return (
    <>
      <input
        aria-label="Title"
        value={fields.title}
        onChange={(e) => setFields({ ...fields, title: e.target.value })}
      />
      <button onClick={() => void review.approve()}>Approve</button>
      <button onClick={review.sendBack}>Request Changes</button>
      {review.dialogs}
      <output data-testid="place">{`${pathname} ${JSON.stringify(state)}`}</output>
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const place = () => screen.getByTestId('place').textContent;
function open({ isRerouted = false, state = null as object | null } = {}) {
  const entry = { pathname: '/create/d1', search: '?reviewing', state };
  renderApp(<Form isRerouted={isRerouted} />, entry);
}
const correct = () => userEvent.type(screen.getByRole('textbox', { name: 'Title' }), ' East');

describe('an approval', () => {
  it('sends no content if staff corrected nothing', async () => {
    open();
    await press('Approve');
    await waitFor(() => expect(approved).toMatchObject([{ _rev: 3, details: null }]));
    await waitFor(() => expect(place()).toMatch(/^\/create .*Drive Published/));
  });

  it('sends corrections, and the line only if it was redrawn', async () => {
    open();
    await correct();
    await press('Approve');
    await waitFor(() => expect(approved).toHaveLength(1));
    expect(approved[0]).toMatchObject({
      _rev: 3,
      details: { title: 'Ridge Road East', privacy: 'public', directions: null, waypoints: [] },
    });
  });

  it('sends a redrawn line', async () => {
    open({ isRerouted: true });
    await press('Approve');
    await waitFor(() => expect(approved).toMatchObject([{ details: { directions: DIRECTIONS } }]));
  });

  it('leads back to the queue, to the item after it', async () => {
    open({ state: PLACE });
    await press('Approve');
    await waitFor(() => expect(place()).toMatch(/^\/moderation .*"nextId":"i2".*Drive Published/));
  });
});

describe('pending photos', () => {
  it('are approved with the drive, but for those unchecked', async () => {
    photos = [photo('p1'), photo('p2'), photo('p3', false)];
    open();
    await press('Approve');
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve drive and photos' }));
    expect(dialog.getAllByRole('checkbox')).toHaveLength(2);
    expect(approved).toEqual([]);
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Photo 2' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Approve drive and 1 photo' }));
    await waitFor(() => expect(place()).toMatch(/Drive Published/));
    expect([approved.length, decidedPhotos]).toEqual([1, ['p1']]);
  });

  it('that could not be approved are named with the reason, and the drive is published', async () => {
    [photos, claimed] = [[photo('p1'), photo('p2')], 'p1'];
    open();
    await press('Approve');
    await userEvent.click(await screen.findByRole('button', { name: 'Approve drive and 2 photos' }));
    expect(await screen.findByText('The drive is published. These photos are not:')).toBeVisible();
    expect(screen.getByText('Claimed by someone else. Please wait.')).toBeVisible();
    expect(decidedPhotos).toEqual(['p2']);
    await press('Continue');
    await waitFor(() => expect(place()).toMatch(/Drive Published/));
  });

  it('stay pending if the drive is refused', async () => {
    photos = [photo('p1')];
    api.server.use(
      http.post('*/api/drives/drive/d1/approve-public', () => refuse(409, 'ERROR-00050', 'Already decided', 'See it.')),
    );
    open();
    await press('Approve');
    await userEvent.click(await screen.findByRole('button', { name: 'Approve drive and 1 photo' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([decidedPhotos, place()]).toEqual([[], '/create/d1 null']);
  });
});

describe('a request for changes', () => {
  it('is sent at once without corrections', async () => {
    open({ state: PLACE });
    await press('Request Changes');
    await waitFor(() => expect(place()).toMatch(/^\/moderation /));
    expect(sentBack).toMatchObject([{ changeRequest: { title: 'Which?' } }]);
  });

  it('asks before it drops corrections', async () => {
    open();
    await correct();
    await press('Request Changes');
    expect(await screen.findByRole('dialog', { name: 'Your corrections are not saved' })).toBeVisible();
    await press('Keep reviewing');
    expect(sentBack).toEqual([]);
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Ridge Road East');
    await press('Request Changes');
    await userEvent.click(await screen.findByRole('button', { name: 'Request changes without them' }));
    await waitFor(() => expect(sentBack).toHaveLength(1));
  });
});
