// Aim: users choose what to be notified of, in the header or by mail; a switch shows the stored setting.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuse, rememberSession } from '../../testing/accounts.js';
import type { FakeNotices } from '../../testing/notices.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import { SettingsPage } from './SettingsPage.js';

let told: FakeNotices;
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  told = api.notices;
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

const KINDS = [
  'A drive of yours is published',
  'Changes requested',
  'Your report was reviewed',
  'Your suggested edits were reviewed',
  'A drive is shared with you',
  'A review of yours is found helpful',
];

async function open() {
  renderApp(<SettingsPage ProfileTab={() => null} />, '/settings?tab=notices');
  await screen.findByRole('heading', { level: 1, name: 'Notifications' });
  await screen.findAllByRole('switch');
}
const find = (name: string) => screen.getByRole('switch', { name });

describe('the settings of notices', () => {
  it('show each kind, in the header and by mail, as chosen', async () => {
    told.settings['review-helpful'].mail = false;
    await open();
    for (const kind of KINDS) expect(find(`${kind}: In the header`)).toBeChecked();
    for (const kind of KINDS.slice(0, -1)) expect(find(`${kind}: By mail`)).toBeChecked();
    expect(find('A review of yours is found helpful: By mail')).not.toBeChecked();
  });

  it('are turned off and on by kind and channel, independently', async () => {
    await open();
    await userEvent.click(find('A drive is shared with you: In the header'));
    await waitFor(() => expect(find('A drive is shared with you: In the header')).not.toBeChecked());
    expect(find('A drive is shared with you: By mail')).toBeChecked();
    expect(find('Changes requested: In the header')).toBeChecked();
    expect(told.settings['drive-shared']).toEqual({ mail: true, notice: false });
    await userEvent.click(find('A drive is shared with you: In the header'));
    await waitFor(() => expect(find('A drive is shared with you: In the header')).toBeChecked());
    expect(told.saved).toEqual([{ 'drive-shared': { notice: false } }, { 'drive-shared': { notice: true } }]);
  });

  it('stay unchanged if they could not be saved, with an error', async () => {
    await open();
    told.failure = refuse(503, 'ERROR-00010', 'Down', 'Please try again.');
    await userEvent.click(find('Changes requested: By mail'));
    expect(await screen.findByText('Down. Please try again.')).toBeVisible();
    expect(find('Changes requested: By mail')).toBeChecked();
    told.failure = null;
    await userEvent.click(find('Changes requested: By mail'));
    await waitFor(() => expect(find('Changes requested: By mail')).not.toBeChecked());
    expect(screen.queryByText('Down. Please try again.')).toBeNull();
  });
});
