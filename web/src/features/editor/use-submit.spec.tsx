// Aim: if the photo upload fails, the drive is saved only once, and the photos can be retried or skipped.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberSession } from '../../testing/accounts.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import { EMPTY_FIELDS } from '../../lib/drives/drive-fields.js';
import { UnsentDialog } from './EditorOverlays.js';
import type { RouteEditor } from './route-editor.js';
import { useSaved, useSubmit } from './use-submit.js';

const FULL = { title: 'Storage is full', message: 'Please try again later' };
const route = { waypoints: [], pointsOfInterest: [], directions: null } as unknown as RouteEditor;
let api: FakeApi;
let made: number;
let sent: string[];
let taken: boolean;

beforeEach(() => {
  [made, sent, taken] = [0, [], false];
  api = new FakeApi();
  api.server.use(
    http.put('*/api/drives/drive', () => {
      made += 1;
      return HttpResponse.json({ driveId: `d${made}`, title: 'Drive Saved', message: 'It is there.' }, { status: 201 });
    }),
  );
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

function Form() {
  const [begun, setBegun] = useState('begun');
  const send = async (driveId: string) => {
    sent.push(driveId);
    return taken ? null : FULL;
  };
  const { save, unsent } = useSubmit({
    userId: 'ann',
    drive: null,
    rev: null,
    photos: { send },
    onSaved: () => setBegun('anew'),
  });
  const { saved } = useSaved();
  return (
    <>
      <button onClick={() => void save(EMPTY_FIELDS, route)}>Save</button>
      <output data-testid="state">{`${begun} ${saved?.driveId ?? 'nothing'}`}</output>
      <UnsentDialog unsent={unsent} />
    </>
  );
}
const state = () => screen.getByTestId('state').textContent;

async function saveWithoutPhotos() {
  renderApp(<Form />, '/create');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Storage is full. Please try again later.');
  expect([made, sent, state()]).toEqual([1, ['d1'], 'begun nothing']);
}

describe('rejected photos', () => {
  it('are sent again for the same drive, and then the page starts over', async () => {
    await saveWithoutPhotos();
    taken = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(state()).toBe('anew d1'));
    expect([made, sent]).toEqual([1, ['d1', 'd1']]);
  });

  it('are skipped on request', async () => {
    await saveWithoutPhotos();
    await userEvent.click(screen.getByRole('button', { name: 'Go on without them' }));
    await waitFor(() => expect(state()).toBe('anew d1'));
    expect([made, sent]).toEqual([1, ['d1']]);
  });
});
