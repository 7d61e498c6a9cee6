// Aim: a trip and its days are downloaded as files, also by the holder of a secret link.
import type { CollectionItem } from '@switchback/contracts/resources/collection';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collection } from '../../../../testing/collections.js';
import { renderApp } from '../../../../testing/render.js';
import CollectionDownloads from './CollectionDownloads.js';

const item = (driveId: string, day: number | null): CollectionItem => ({ driveId, note: '', day });
const TRIP = collection({ items: [item('a', 1), item('b', 1), item('c', 2)], start: '2026-06-05', days: 2 });
const PLAIN = collection({ items: [item('a', null), item('b', null), item('c', null)] });

describe('downloads', () => {
  const server = setupServer();
  const requests: string[] = [];
  let isDown: boolean;
  beforeEach(() => {
    isDown = false;
    requests.length = 0;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      requests.push(this.download);
    });
    Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => undefined });
    server.use(
      http.all('*/api/collections/*', async ({ request }) => {
        const { pathname, search } = new URL(request.url);
        requests.push(`${request.method} ${pathname}${search} ${await request.text()}`.trim());
        return isDown ? HttpResponse.error() : HttpResponse.text('<gpx/>');
      }),
    );
    server.listen();
  });
  afterEach(() => server.close());

  const open = async () => userEvent.click(screen.getByRole('button', { name: 'Download' }));
  const choices = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);

  // Aim: files of the whole trip and of each day with drives; a calendar needs a date.
  it('offer the whole, each day with drives, and the calendar', async () => {
    renderApp(<CollectionDownloads collection={{ ...TRIP, days: 3 }} source={{ id: 'c1' }} />);
    await open();
    expect(await choices()).toEqual([
      'GPX (GPS devices and apps)',
      'KML (Google Earth)',
      'Calendar (.ics)',
      'Day 1 as GPX',
      'Day 1 as KML',
      'Day 2 as GPX',
      'Day 2 as KML',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Calendar (.ics)' }));
    await waitFor(() => expect(requests).toEqual(['GET /api/collections/collection/c1/ics', 'Blue Ridge weekend.ics']));
  });

  it('have no days and no calendar of a plain list', async () => {
    renderApp(<CollectionDownloads collection={PLAIN} source={{ id: 'c1' }} />);
    await open();
    expect(await choices()).toEqual(['GPX (GPS devices and apps)', 'KML (Google Earth)']);
  });

  // Aim: the secret is never in an address; a failure is shown.
  it('send the secret of a link in the body', async () => {
    renderApp(<CollectionDownloads collection={TRIP} source={{ secret: 's1' }} />);
    await open();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Day 2 as GPX' }));
    const sent = 'POST /api/collections/secret/export/gpx {"secret":"s1","day":2}';
    await waitFor(() => expect(requests).toEqual([sent, 'Blue Ridge weekend, Day 2.gpx']));
    isDown = true;
    await open();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Day 2 as GPX' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('The download failed.'));
  });
});
