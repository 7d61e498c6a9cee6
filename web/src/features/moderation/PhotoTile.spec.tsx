// Aim: a picture that does not load gives way to the placeholder, as on cards.
import { fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rememberSession } from '../../testing/accounts.js';
import { moderationItem } from '../../testing/moderation.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import { PhotoTile } from './PhotoTile.js';

const PHOTO = { id: 'p1', medium: '/gone.jpg', color: '#123456', pending: false, description: '', likes: [] };
const subject = { type: 'photo' as const, id: 'p1', title: 'Blue Ridge', url: '' };
const nothing = () => undefined;
let api: FakeApi;

beforeEach(() => {
  api = new FakeApi();
  api.server.use(http.get('*/api/drives/drive/:id/photos', () => HttpResponse.json({ photos: [PHOTO] })));
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

it('shows the placeholder of a photo that does not load', async () => {
  const item = moderationItem({ id: 'q1', kind: 'photo', driveId: 'a', subject });
  renderApp(<PhotoTile item={item} verdict={null} isCurrent onFocus={nothing} onOpen={nothing} onDecide={nothing} />);
  const button = await screen.findByRole('button', { name: /^Photo of Blue Ridge/ });
  const picture = await screen.findByAltText('');
  expect(button).toContainElement(picture);
  fireEvent.error(picture);
  expect(button.querySelector('img')).toBeNull();
  expect(button.querySelector('svg')).not.toBeNull();
});
