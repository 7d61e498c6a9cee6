// Aim: no moderator decides a drive that its owner has edited since, and the edited drive stays claimed.
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberSession } from '../../testing/accounts.js';
import { FakeQueue, moderationItem } from '../../testing/moderation.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import ModerationPage from './ModerationPage.js';

let api: FakeApi;
let queue: FakeQueue;
beforeEach(() => {
  api = new FakeApi();
  queue = new FakeQueue();
  api.accounts.user = { ...api.accounts.user, accountType: 'admin' };
  api.server.use(...queue.handlers);
  api.server.listen();
  rememberSession();
});
afterEach(() => {
  vi.useRealTimers();
  api.server.close();
});

const claimed = () => screen.findByRole('button', { name: /^Road A.*Claimed by ridge.runner/ });
const opened = (title: string) => screen.findByRole('heading', { level: 2, name: title });

describe('a drive that its owner edits during the review', () => {
  const edit = () => {
    api.details['a'] = { _rev: 2, description: 'A road along the lake.' };
    const change = { field: 'description', before: 'A road along the ridge.', after: 'A road along the lake.' };
    queue.change('a', { _rev: 2, changes: [change] });
  };
  const fakeTimers = () =>
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
  const poll = () => act(() => vi.advanceTimersByTimeAsync(5_000));
  const openA = async () => {
    api.details['a'] = { _rev: 1 };
    const subject = { type: 'drive', id: 'a', title: 'Road A', url: '' };
    queue.items = [moderationItem({ id: 'a', subject }), moderationItem({ id: '2' })];
    renderApp(<ModerationPage />);
    expect(await screen.findByText('A road along the ridge.')).toBeVisible();
    await claimed();
  };

  it('shows the changes and the current state within seconds', async () => {
    fakeTimers();
    await openA();
    edit();
    await poll();
    expect(await screen.findByText('The owner changed this while you were reviewing it.')).toBeVisible();
    expect(await screen.findByText('A road along the lake.', { selector: 'p' })).toBeVisible();
    expect(screen.getByText('A road along the lake.', { selector: 'ins' })).toBeVisible();
    expect(queue.claims).toEqual(['a']);
    vi.useRealTimers();
    await userEvent.keyboard('a');
    await opened('Road 2');
    expect(queue.revs).toEqual([2]);
  });

  it('is not decided unseen: the refusal shows the changes, and the item is claimed again', async () => {
    await openA();
    edit();
    await userEvent.keyboard('a');
    expect(await screen.findByText(/^Changed in the meantime\./)).toBeVisible();
    expect(await screen.findByText('A road along the lake.', { selector: 'p' })).toBeVisible();
    expect(screen.getByText('A road along the lake.', { selector: 'ins' })).toBeVisible();
    await waitFor(() => expect(queue.claims).toEqual(['a', 'a']));
    expect(queue.sent).toEqual([]);
    await userEvent.keyboard('a');
    await opened('Road 2');
    expect(queue.revs).toEqual([1, 2]);
  });

  it('is claimed again also if the queue shows the edit before the drive does', async () => {
    fakeTimers();
    await openA();
    queue.change('a', { _rev: 2 });
    await poll();
    expect(await screen.findByText('The owner changed this while you were reviewing it.')).toBeVisible();
    vi.useRealTimers();
    await userEvent.keyboard('a');
    await waitFor(() => expect(queue.claims).toEqual(['a', 'a']));
    expect(await claimed()).toBeVisible();
  });
});
