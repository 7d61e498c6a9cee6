// Aim: a picture that does not load gives way to the placeholder, as on cards.
import { fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rememberSession } from '../../../testing/accounts.js';
import { driveDetails } from '../../../testing/drives.js';
import { renderApp } from '../../../testing/render.js';
import { FakeApi } from '../../../testing/server.js';
import PhotosSection from './PhotosSection.js';

const PHOTO = { id: 'p1', medium: '/gone.jpg', color: '#123456', pending: false, description: '', likes: [] };
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
  renderApp(<PhotosSection drive={driveDetails({ id: 'a' })} shown={null} onShow={nothing} />);
  const button = await screen.findByRole('button', { name: /^Photo 1/ });
  const picture = await screen.findByAltText('');
  expect(button).toContainElement(picture);
  fireEvent.error(picture);
  expect(button.querySelector('img')).toBeNull();
  expect(button.querySelector('svg')).not.toBeNull();
});
