// Aim: a private drive shows its photo on cards for people who may see it; public drives cause no extra request.
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberSession } from '../testing/accounts.js';
import { drive } from '../testing/drives.js';
import { renderApp } from '../testing/render.js';
import { FakeApi } from '../testing/server.js';
import { DrivePicture } from './DrivePicture.js';

const SIGNED = '/media/drives/a/p1/medium.jpg?viewer=hero.ann&signature=x';
let api: FakeApi;
let requests: string[];

beforeEach(() => {
  requests = [];
  api = new FakeApi();
  api.server.use(
    http.get('*/api/drives/drive/:id/photos', ({ params }) => {
      requests.push(String(params['id']));
      return HttpResponse.json({ photos: [{ id: 'p1', medium: SIGNED }] });
    }),
  );
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

describe('the picture of a card', () => {
  it('is the photo of a private drive, at its personal address', async () => {
    renderApp(<DrivePicture drive={drive({ id: 'a', photos: [], privacy: 'private', status: 'none' })} />);
    expect((await screen.findByAltText('')).getAttribute('src')).toBe(SIGNED);
  });

  // A straight line between two points must not look like a road.
  it('is a dashed drawing for an approximate drive', () => {
    const lineOf = (approximate: boolean) => {
      const { container, unmount } = renderApp(<DrivePicture drive={drive({ id: 'b', photos: [], approximate })} />);
      const line = container.querySelector('svg path:last-child')?.getAttribute('data-approximate');
      unmount();
      return line;
    };
    expect([lineOf(true), lineOf(false)]).toEqual(['true', 'false']);
  });

  it('is a drawing for a public drive without photos, without a request', async () => {
    renderApp(
      <>
        <DrivePicture drive={drive({ id: 'b', photos: [] })} />
        <DrivePicture drive={drive({ id: 'a', photos: [], privacy: 'private', status: 'none' })} />
      </>,
    );
    expect(await screen.findAllByAltText('')).toHaveLength(1);
    expect(requests).toEqual(['a']);
  });
});
