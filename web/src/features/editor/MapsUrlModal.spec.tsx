// Aim: the dialog says what is wrong with a link in the server's words, and takes every kind of link that the server reads.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import { editorRouteTexts } from '../../texts/editor-route.js';
import { MapsUrlModal } from './MapsUrlModal.js';
import type { RouteWork } from './use-route-editor.js';

const SHORTENED = 'This link is shortened. Please open it and paste the long address that the browser then shows.';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => api.server.close());

async function paste(url: string): Promise<void> {
  const editor = { replace: vi.fn() } as Partial<RouteWork> as RouteWork;
  renderApp(<MapsUrlModal editor={editor} open onClose={() => undefined} />);
  await userEvent.click(await screen.findByRole('textbox'));
  await userEvent.paste(url);
}

describe('directions from a maps URL', () => {
  it('shows why a link is refused', async () => {
    const fault = { title: 'This link is shortened', message: SHORTENED, code: 'ERROR-00002', type: 400 };
    const message = 'Please address all of the indicated errors';
    const refusal = {
      ...fault,
      title: 'Invalid input',
      message,
      fields: { url: fault },
      additional: {},
      requestId: 'r',
    };
    api.server.use(http.post('*/api/directions/parse-url', () => HttpResponse.json(refusal, { status: 400 })));
    await paste('https://maps.app.goo.gl/abc');
    await userEvent.click(screen.getByRole('button', { name: editorRouteTexts.urlButton }));
    expect(await screen.findByText(SHORTENED)).toBeVisible();
    expect(screen.queryByText(/indicated errors/)).toBeNull();
  });

  it.each([
    'https://www.google.com/maps/dir/A/B',
    'www.google.com/maps/dir/A/B',
    'See comgooglemaps://?saddr=A&daddr=B',
    'maps:?saddr=A&daddr=B',
    '<iframe src="https://www.google.com/maps/embed?pb=x">',
  ])('may be sent: %s', async (url) => {
    await paste(url);
    expect(screen.queryByText('Entered URL is not valid')).toBeNull();
  });

  it.each(['Asheville to Brevard', 'at 12:30', 'Note: turn left'])('is not valid: %s', async (url) => {
    await paste(url);
    expect(screen.getByText(/Entered URL is not valid/)).toBeVisible();
  });
});
