// Aim: a person who removes photos by keyboard stays among the photos, also after the last one.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderApp } from '../../testing/render.js';
import type { PhotoItem } from './photo-list.js';
import { PhotoFields } from './PhotoFields.js';
import type { PhotoWork } from './use-photo-work.js';

function chosen(key: string): PhotoItem {
  const credit = { name: '', externalUrl: '', description: '' };
  return { key, photo: null, file: new File([], key), description: '', credit, showPlace: false };
}

function Photos() {
  const [items, setItems] = useState([chosen('a'), chosen('b')]);
  const work = {
    items,
    error: null,
    remove: (item: PhotoItem) => setItems(items.filter(({ key }) => key !== item.key)),
  } as unknown as PhotoWork;
  const requests = { words: {} };
  return <PhotoFields work={work} requests={requests} isReadOnly={false} mayRemove={() => true} error={undefined} />;
}

it('keeps the focus', async () => {
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
  renderApp(<Photos />);
  screen.getByRole('button', { name: 'Remove Photo 2' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Remove Photo 1' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Add a photo' })).toHaveFocus();
});
