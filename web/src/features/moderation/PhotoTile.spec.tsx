// Aim: a picture that does not load gives way to the placeholder, as on cards.
import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import { fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import ApprovePhotosDialog from '../photos/ApprovePhotosDialog.js';
import { rememberSession } from '../../testing/accounts.js';
import { moderationItem } from '../../testing/moderation.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import { DriveRequests } from './DriveRequests.js';
import { PhotoSubject } from './PhotoSubject.js';
import { PhotoTile } from './PhotoTile.js';

const PHOTO: DrivePhoto = {
  id: 'p1',
  small: '/gone-small.jpg',
  medium: '/gone.jpg',
  large: '/gone-large.jpg',
  original: '/gone-original.jpg',
  likes: [],
  pending: true,
  addedBy: 'ann',
  addedDate: '2026-05-02T08:00:00Z',
  credit: { userId: 'ann', name: 'Ann', externalUrl: '', description: '' },
  description: 'A bend',
  primary: true,
  color: '#123456',
  width: 1_200,
  height: 800,
  location: null,
};
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

it.each([
  ['the photo of an item', <PhotoSubject key="a" id="p1" driveId="a" />],
  ['a photo for which changes are requested', <DriveRequests key="b" driveId="a" written={{}} onChange={nothing} />],
  [
    'a photo that is approved with its drive',
    <ApprovePhotosDialog
      key="c"
      driveId="a"
      photos={[PHOTO]}
      onApprove={() => Promise.resolve(true)}
      onClose={nothing}
      onDone={nothing}
    />,
  ],
])('shows the placeholder of %s', async (_, shown) => {
  renderApp(shown);
  const picture = await screen.findByAltText('A bend');
  const place = picture.parentElement!;
  fireEvent.error(picture);
  expect(screen.queryByAltText('A bend')).toBeNull();
  expect(place.querySelector('svg')).not.toBeNull();
});
