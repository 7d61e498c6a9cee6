// Aim: staff review many photos by keyboard alone, no photo moves under the pointer, and no error is lost.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberSession } from '../../testing/accounts.js';
import { FakeQueue, moderationItem } from '../../testing/moderation.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import ModerationPage from './ModerationPage.js';

/** More than one page of the queue. */
const COUNT = 30;
let api: FakeApi;
let queue: FakeQueue;

beforeEach(() => {
  api = new FakeApi();
  queue = new FakeQueue();
  queue.items = Array.from({ length: COUNT }, (_, index) => {
    const subject = { type: 'photo', id: `p${index + 1}`, title: `Road ${index + 1}`, url: '' };
    return moderationItem({ id: String(index + 1), kind: 'photo', driveId: 'a', subject });
  });
  api.accounts.user = { ...api.accounts.user, accountType: 'admin' };
  api.server.use(...queue.handlers);
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

async function openGrid() {
  renderApp(<ModerationPage />);
  await userEvent.click(await screen.findByRole('button', { name: /^Photos/ }));
  await screen.findByRole('button', { name: 'Photo of Road 1: open' });
}
const decided = () => queue.sent.map(({ id, decision }) => `${decision} ${id}`);
const tile = (number: number) => screen.getByRole('button', { name: `Photo of Road ${number}: open` }).closest('li')!;

describe('pending photos', () => {
  it('are approved one after another, each with one key', async () => {
    await openGrid();
    for (let number = 1; number <= COUNT; number += 1) {
      await waitFor(() => tile(number));
      await userEvent.keyboard('a');
    }
    await waitFor(() => expect(decided()).toHaveLength(COUNT));
    expect(new Set(decided())).toEqual(new Set(Array.from({ length: COUNT }, (_, index) => `approve ${index + 1}`)));
    // Still in place, although the queue is empty by now.
    expect(within(tile(1)).getByText('Approved')).toBeVisible();
  }, 30_000);

  it('are reached by arrows, and a refusal is shown at its photo', async () => {
    queue.change('2', { state: 'claimed', claimedBy: { id: 'mel', username: 'mel' } });
    await openGrid();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement?.closest('li')).toBe(tile(2));
    await userEvent.keyboard('ar');
    expect(
      await within(tile(2)).findByText(/^Claimed by someone else\. Another moderator is working on this\./),
    ).toBeVisible();
    await waitFor(() => expect(decided()).toEqual(['disapprove 3']));
    expect(document.activeElement?.closest('li')).toBe(tile(4));
    queue.change('2', { state: 'open', claimedBy: null });
    await userEvent.click(within(tile(2)).getByRole('button', { name: /^Approve/ }));
    await waitFor(() => expect(decided()).toEqual(['disapprove 3', 'approve 2']));
  });

  it('open large on Enter; decided ones are marked, and the next is reachable', async () => {
    await openGrid();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await screen.findByRole('dialog', { name: 'Photos' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.closest('li')).toBe(tile(2));
    await userEvent.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Photos' }));
    await userEvent.keyboard('a');
    await userEvent.click(await dialog.findByRole('button', { name: 'Disapprove' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(decided()).toEqual(['disapprove 2']);
    expect(within(tile(2)).getByText('Decided')).toBeVisible();
    await waitFor(() => expect(document.activeElement?.closest('li')).toBe(tile(3)));
  });

  it('continue from a large one that another admin decided meanwhile, and show the refusal at its photo', async () => {
    await openGrid();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Photos' }));
    await waitFor(() => expect(queue.claims).toEqual(['2']));
    queue.change('2', { state: 'decided', decision: 'approve', claimedBy: null });
    await userEvent.click(await dialog.findByRole('button', { name: 'Disapprove' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(within(tile(2)).getByText(/^Already decided\. /)).toBeVisible();
    await waitFor(() => expect(document.activeElement?.closest('li')).toBe(tile(3)));
    expect(decided()).toEqual([]);
  });
});
