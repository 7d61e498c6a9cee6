import type { Review } from '@switchback/contracts/endpoints/reviews';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberSession, user } from '../../../testing/accounts.js';
import { renderApp } from '../../../testing/render.js';
import { FakeApi } from '../../../testing/server.js';
import ReviewsSection from './ReviewsSection.js';

const { IntersectionObserver: before } = globalThis;

/** Tells an observer, as soon as there is one, that what it observes is on the screen. */
let comeNear: () => Promise<void>;
let api: FakeApi;
let pages: string[][];
let requests: (string | null)[];

beforeEach(() => {
  const observers = new Set<() => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      #told: () => void;
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        this.#told = () => callback([{ isIntersecting: true }]);
      }
      observe() {
        observers.add(this.#told);
      }
      disconnect() {
        observers.delete(this.#told);
      }
    },
  );
  comeNear = async () => {
    await waitFor(() => expect(observers.size).toBe(1));
    act(() => [...observers][0]?.());
  };
  pages = [];
  requests = [];
  api = new FakeApi();
  api.server.use(
    http.get('*/api/drives/drive/:id/reviews', ({ request }) => {
      const bookmark = new URL(request.url).searchParams.get('bookmark');
      requests.push(bookmark);
      const index = Number(bookmark ?? 0);
      const items = (pages[index] ?? []).map(review);
      const next = index + 1 < pages.length ? String(index + 1) : null;
      return HttpResponse.json({ reviews: items.map(({ id }) => id), items, bookmark: next, stars: [0, 0, 0, 0, 0] });
    }),
  );
  api.server.listen();
});
afterEach(() => {
  vi.stubGlobal('IntersectionObserver', before);
  api.server.close();
});

function review(highlight: string): Review {
  const rated = { starRating: 4, intensityRating: null, roadQualityRating: null, trafficRating: null };
  const times = { created: '2026-01-01T00:00:00.000Z', edited: null };
  const text = { highlight, description: '', usefulCount: [] };
  return { id: highlight, user: null, author: null, driveId: 'a', ...text, ...rated, ...times };
}

describe('the reviews of a drive', () => {
  // Aim: reading on needs no button; a page is requested only once the end of the one before it is near.
  it('go on by themselves, page by page', async () => {
    pages = [['First.'], ['Second.'], ['Third.']];
    renderApp(<ReviewsSection driveId="a" />);
    expect(await screen.findByText('First.')).toBeVisible();
    expect(requests).toEqual([null]);
    await comeNear();
    expect(await screen.findByText('Second.')).toBeVisible();
    expect(requests).toEqual([null, '1']);
    await userEvent.click(screen.getByRole('button', { name: 'More reviews' }));
    expect(await screen.findByText('Third.')).toBeVisible();
    expect(requests).toEqual([null, '1', '2']);
    expect(screen.queryByRole('button', { name: 'More reviews' })).toBeNull();
  });

  // Aim: the control is where people look for it, however many reviews there are.
  it.each([
    [['Only.'], true],
    [[], false],
  ])('can be sorted: %j, %s', async (input, isSortable) => {
    pages = [input];
    renderApp(<ReviewsSection driveId="a" />);
    await screen.findByText(input[0] ?? 'There are no reviews yet.');
    expect(screen.queryByRole('combobox', { name: 'Sort reviews' }) !== null).toBe(isSortable);
  });

  // Aim: the four boxes of the editor compare.
  it('show the stars out of 10 while one is written', async () => {
    api.accounts.user = user({ accountType: 'hero' });
    rememberSession();
    renderApp(<ReviewsSection driveId="a" />);
    await userEvent.click(await screen.findByRole('button', { name: 'Write a review' }));
    const stars = await screen.findByRole('group', { name: 'Stars' });
    within(stars).getByRole('radio', { name: '0.5 stars' }).focus();
    await userEvent.keyboard('{ArrowRight>7/}');
    expect(stars).toHaveTextContent('7 / 10');
  });
});
