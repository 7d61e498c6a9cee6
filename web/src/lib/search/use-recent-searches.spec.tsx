import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rememberSession } from '../../testing/accounts.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import { useRecentSearches } from './use-recent-searches.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => api.server.close());

function Choices() {
  const { note } = useRecentSearches();
  const choose = () => ['a', 'b', 'c'].forEach((value) => note({ type: 'drive', label: value.toUpperCase(), value }));
  return <button onClick={choose}>Choose</button>;
}

// Aim: if several searches are chosen in quick succession, only the last one is stored.
it('keeps the last of several', async () => {
  rememberSession();
  renderApp(<Choices />);
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(api.accounts.searches).toEqual([{ type: 'drive', label: 'C', value: 'c' }]));
});
