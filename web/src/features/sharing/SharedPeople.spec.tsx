// Aim: an owner learns which person of the list cannot be added, and why.
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CallError } from '../../api/error.js';
import { user } from '../../testing/accounts.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import { SharedPeople } from './SharedPeople.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => api.server.close());

it('shows the error about the people of a refused list', async () => {
  const error: CallError = {
    title: 'Invalid input',
    message: 'Please address all of the indicated errors',
    code: 'ERROR-00002',
    type: 400,
    fields: { users: { title: 'This person has no Hero account', message: 'Please choose Heroes.' } },
  };
  const saving = { isSaving: false, isSaved: false, onEdit: () => undefined, onSave: () => Promise.resolve({}) };
  renderApp(<SharedPeople user={user()} lead="" shared={[]} error={error} {...saving} />);
  expect(await screen.findByText('This person has no Hero account. Please choose Heroes.')).toBeVisible();
  expect(screen.queryByText(/indicated errors/)).toBeNull();
});
