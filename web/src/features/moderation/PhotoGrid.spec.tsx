// Aim: staff go through many photos by the keyboard alone, nothing moves under their hand, and no refusal is lost.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberSession } from '../../testing/accounts.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import ModerationPage from './ModerationPage.js';

/** More than a page of the queue. */
const COUNT = 30;
let api: FakeApi;
let waiting: number[];
let decided: string[];
let refused: number | null;

const item = (number: number) => ({
  ...{ id: `i${number}`, kind: 'photo', state: 'open', driveId: 'a', reasons: [], text: '', quote: '', sender: null },
  subject: { type: 'photo', id: `p${number}`, title: `Road ${number}`, url: '' },
  ...{ created: '2026-01-01T00:00:00.000Z', dueBy: '2026-01-04T00:00:00.000Z', claimedBy: null, decision: null },
  ...{ changes: [], history: [] },
});

beforeEach(() => {
  [waiting, decided, refused] = [Array.from({ length: COUNT }, (_, index) => index + 1), [], null];
  api = new FakeApi();
  api.accounts.user = { ...api.accounts.user, accountType: 'admin' };
  api.server.use(
    http.get('*/api/moderation/queue', ({ request }) => {
      const isPhoto = new URL(request.url).searchParams.get('kind') === 'photo';
      const from = Number(new URL(request.url).searchParams.get('bookmark') ?? 0);
      const page = isPhoto ? waiting.filter((number) => number > from).slice(0, 25) : [];
      const bookmark = (page.at(-1) ?? COUNT) < COUNT ? String(page.at(-1)) : null;
      return HttpResponse.json({ items: page.map(item), bookmark, counts: { photo: waiting.length } });
    }),
    http.post('*/api/moderation/items/:id/decide', async ({ params, request }) => {
      const number = Number(String(params['id']).slice(1));
      if (number === refused) {
        const error = { title: 'Claimed', message: 'Somebody else looks at it.', code: 'ERROR-00040', type: 409 };
        return HttpResponse.json(error, { status: 409 });
      }
      decided.push(`${((await request.json()) as { decision: string }).decision} ${number}`);
      waiting = waiting.filter((other) => other !== number);
      return HttpResponse.json({ item: item(number) });
    }),
  );
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

async function openGrid() {
  renderApp(<ModerationPage />);
  await userEvent.click(await screen.findByRole('button', { name: /^Photos/ }));
  await screen.findByRole('button', { name: 'Photo of Road 1: open' });
}
const tile = (number: number) => screen.getByRole('button', { name: `Photo of Road ${number}: open` }).closest('li')!;

describe('the photos that wait', () => {
  it('are approved one after the other, each with one key', async () => {
    await openGrid();
    for (let number = 1; number <= COUNT; number += 1) {
      await waitFor(() => tile(number));
      await userEvent.keyboard('a');
    }
    await waitFor(() => expect(decided).toHaveLength(COUNT));
    expect(new Set(decided)).toEqual(new Set(Array.from({ length: COUNT }, (_, index) => `approve ${index + 1}`)));
    // Where they were, though the queue is empty by now.
    expect(within(tile(1)).getByText('Approved')).toBeVisible();
  }, 30_000);

  it('are reached by arrows, and a refusal stands at its photo', async () => {
    refused = 2;
    await openGrid();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement?.closest('li')).toBe(tile(2));
    await userEvent.keyboard('ar');
    expect(await within(tile(2)).findByText('Claimed. Somebody else looks at it.')).toBeVisible();
    await waitFor(() => expect(decided).toEqual(['disapprove 3']));
    expect(document.activeElement?.closest('li')).toBe(tile(4));
    refused = null;
    await userEvent.click(within(tile(2)).getByRole('button', { name: /^Approve/ }));
    await waitFor(() => expect(decided).toEqual(['disapprove 3', 'approve 2']));
  });
});
