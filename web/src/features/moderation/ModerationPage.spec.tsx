// Aim: staff see pending items by kind, decide by key or button without waiting, and see other moderators' decisions.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuse, rememberSession } from '../../testing/accounts.js';
import { FakeQueue, historyEntry, moderationItem, reportItem } from '../../testing/moderation.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import ModerationPage from './ModerationPage.js';

const MEL = { id: 'mel', username: 'mel' };

let api: FakeApi;
let queue: FakeQueue;
beforeEach(() => {
  api = new FakeApi();
  queue = new FakeQueue();
  queue.items = ['1', '2', '3'].map((id) => moderationItem({ id }));
  api.accounts.user = { ...api.accounts.user, accountType: 'admin' };
  api.server.use(...queue.handlers);
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

const list = () => within(screen.getByRole('navigation', { name: 'Queue' }));
const titles = () =>
  list()
    .queryAllByRole('button', { name: /^(Road|Review|Report|other)/ })
    .map(({ textContent }) => textContent);
const row = (name: RegExp) => list().findByRole('button', { name });
const opened = (title: string) => screen.findByRole('heading', { level: 2, name: title });
const decisions = () => within(screen.getByRole('region', { name: 'Decision' }));
const decide = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const kind = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }));

async function open(title = 'Road 1') {
  renderApp(<ModerationPage />);
  await opened(title);
}

describe('the queue', () => {
  it('is only for staff', async () => {
    api.accounts.user = { ...api.accounts.user, accountType: 'hero' };
    renderApp(<ModerationPage />);
    expect(await screen.findByText('This page is for the staff.')).toBeVisible();
    await waitFor(() => expect(api.accounts.reads).toBeGreaterThan(0));
    expect(queue.reads).toBe(0);
  });

  it.each([
    [{ state: 'building', progress: 0.42, bounds: null, date: null }, /being built: 42 %/],
    [{ state: 'ready', progress: 1, bounds: null, date: '2026-11-01T00:00:00.000Z' }, /is ready, with data of Nov/],
    [{ state: 'failed', progress: 0, bounds: null, date: null }, /could not be built/],
  ])('says how far the build of the region is: %j', async (region, said) => {
    const settings = { productName: 'Switchback', map: null, ads: null, region };
    api.server.use(http.get('*/api/settings', () => HttpResponse.json(settings)));
    renderApp(<ModerationPage />);
    expect(await screen.findByText(said)).toBeVisible();
  });

  it('lists the pending items of a kind, with the count of each kind', async () => {
    queue.items.push(
      moderationItem({ id: 'r', kind: 'abuse-report', subject: { type: 'review', id: 'r', title: 'Rude', url: '' } }),
      moderationItem({ id: 'done', state: 'decided', decision: 'approve' }),
    );
    await open();
    const kinds = within(screen.getByRole('group', { name: 'Kind' })).getAllByRole('button');
    expect(kinds.map(({ textContent }) => textContent)).toEqual([
      'Drives 3',
      'Photos 0',
      'Collections 0',
      'Reports 1',
      'Suggestions 0',
      'Messages 0',
    ]);
    expect(kinds[0]).toHaveAttribute('aria-pressed', 'true');
    expect(titles()).toHaveLength(3);
    await kind(/^Reports/);
    await opened('Review: Rude');
    expect(titles()).toHaveLength(1);
    await kind(/^Messages/);
    expect(await list().findByText('Queue is empty')).toBeVisible();
  });

  it('marks overdue items and those claimed by other staff', async () => {
    queue.items = [
      moderationItem({ id: '1', dueBy: '2026-01-04T00:00:00.000Z' }),
      moderationItem({ id: '2', state: 'claimed', claimedBy: MEL }),
    ];
    await open();
    expect(await row(/^Road 1.*Overdue/)).toBeVisible();
    expect(await row(/^Road 2.*Claimed by mel/)).not.toHaveTextContent('Overdue');
  });

  it('loads more on request', async () => {
    queue.items = Array.from({ length: 26 }, (_, index) => moderationItem({ id: String(index + 1) }));
    await open();
    expect(titles()).toHaveLength(25);
    await userEvent.click(list().getByRole('button', { name: 'More' }));
    expect(await row(/^Road 26/)).toBeVisible();
    expect(list().queryByRole('button', { name: 'More' })).toBeNull();
  });

  it('shows past decisions, without actions', async () => {
    const history = [historyEntry({ at: '2026-01-02T00:00:00.000Z', who: MEL, action: 'approve', note: '' })];
    queue.items.push(moderationItem({ id: '4', state: 'decided', decision: 'approve', history }));
    await open();
    await userEvent.click(screen.getByRole('combobox', { name: 'State' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Decided' }));
    await opened('Road 4');
    expect(screen.getByText(/mel approved it/)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Decision' })).toBeNull();
    expect(queue.claims).toEqual(['1']);
  });

  it('explains why it is unavailable', async () => {
    api.server.use(http.get('*/api/moderation/queue', () => refuse(503, 'ERROR-00010', 'Down', 'Please try again.')));
    renderApp(<ModerationPage />);
    expect(await screen.findByText('Down. Please try again.')).toBeVisible();
  });
});

describe('the keyboard shortcuts', () => {
  it('move through the list, up to its ends', async () => {
    await open();
    await userEvent.keyboard('k');
    await userEvent.keyboard('j');
    await opened('Road 2');
    expect(await row(/^Road 2/)).toHaveFocus();
    expect(await row(/^Road 2/)).toHaveAttribute('aria-current', 'true');
    await userEvent.keyboard('jj');
    await opened('Road 3');
    await userEvent.keyboard('k');
    await opened('Road 2');
    expect(queue.claims).toEqual(['1', '2', '3']);
  });

  it('open the row that is reached by Tab', async () => {
    await open();
    (await row(/^Road 1/)).focus();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await opened('Road 3');
  });

  it('approve one drive after another', async () => {
    await open();
    await userEvent.keyboard('j');
    await opened('Road 2');
    await userEvent.keyboard('a');
    // The next one, not the first of the list, and before the queue is reloaded.
    await opened('Road 3');
    await waitFor(async () => expect(await row(/^Road 3/)).toHaveFocus());
    await userEvent.keyboard('a');
    await opened('Road 1');
    await userEvent.keyboard('a');
    expect(await screen.findByText('Queue is empty')).toBeVisible();
    expect(queue.sent).toEqual(['2', '3', '1'].map((id) => ({ id, decision: 'approve' })));
  });

  it('continue immediately, however long the reload of the queue takes', async () => {
    await open();
    await row(/^Road 1.*Claimed by ridge.runner/);
    queue.held = new Promise(() => undefined);
    await userEvent.keyboard('a');
    await opened('Road 2');
    expect(queue.sent).toHaveLength(1);
  });

  it('decide once, also the last pending item', async () => {
    queue.items = [moderationItem({ id: '1' })];
    await open();
    await row(/^Road 1.*Claimed by ridge.runner/);
    queue.held = new Promise(() => undefined);
    await userEvent.keyboard('a');
    await waitFor(() => expect(queue.sent).toHaveLength(1));
    await waitFor(() => expect(decisions().getByRole('button', { name: 'Approve' })).toBeDisabled());
    await userEvent.keyboard('a');
    await expect(screen.findByText(/Already decided/, {}, { timeout: 300 })).rejects.toThrow();
  });

  it('are off while a text field has the focus', async () => {
    await open();
    await userEvent.keyboard('r');
    const field = decisions().getByRole('textbox', { name: 'Title' });
    expect(field).toHaveFocus();
    await userEvent.keyboard('a jar');
    expect(field).toHaveValue('a jar');
    await opened('Road 1');
    expect(queue.sent).toEqual([]);
  });
});

describe('requested changes', () => {
  it('have a comment per field and per photo', async () => {
    const photo = { id: 'p7', small: '/p7.jpg', color: '#888888', description: '', pending: true };
    api.server.use(http.get('*/api/drives/drive/1/photos', () => HttpResponse.json({ photos: [photo] })));
    await open();
    await userEvent.type(decisions().getByRole('textbox', { name: 'Title' }), 'Please name the road.');
    await userEvent.type(decisions().getByRole('textbox', { name: 'Stars' }), '   ');
    await userEvent.type(await decisions().findByRole('textbox', { name: 'Photo 1 · Pending' }), 'Too dark.');
    await userEvent.type(decisions().getByRole('textbox', { name: 'Directions' }), 'It ends in a lake.');
    await decide('Request changes');
    await opened('Road 2');
    expect(queue.sent).toEqual([
      {
        id: '1',
        decision: 'request-changes',
        changeRequest: { title: 'Please name the road.', directions: 'It ends in a lake.', 'photos.p7': 'Too dark.' },
      },
    ]);
    // The text belonged to the other drive.
    expect(decisions().getByRole('textbox', { name: 'Title' })).toHaveValue('');
  });

  it('need a comment: without one nothing is sent, and the first field gets the focus', async () => {
    await open();
    await decide('Request changes');
    expect(decisions().getByRole('textbox', { name: 'Title' })).toHaveFocus();
    await opened('Road 1');
    expect(queue.sent).toEqual([]);
  });

  it('keep their text when the server rejects them', async () => {
    await open();
    queue.change('1', { state: 'claimed', claimedBy: MEL });
    await userEvent.type(decisions().getByRole('textbox', { name: 'Title' }), 'Please name the road.');
    await decide('Request changes');
    expect(await screen.findByText(/^Claimed by someone else\. Another moderator is working on this\./)).toBeVisible();
    expect(decisions().getByRole('textbox', { name: 'Title' })).toHaveValue('Please name the road.');
    expect(await row(/^Road 1.*Claimed by mel/)).toBeVisible();
  });
});

describe('a concurrent decision of another admin', () => {
  it('is shown, and the next item opens', async () => {
    await open();
    queue.change('1', { state: 'decided', decision: 'request-changes' });
    await userEvent.keyboard('a');
    await opened('Road 2');
    const said =
      'Road 1: Already decided. Another moderator was faster. Please see their decision. They requested changes.';
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.getByText(said).closest('[role="alert"]')).not.toBeNull();
    await waitFor(() => expect(titles()).toHaveLength(2));
    expect(screen.getByText(said)).toBeVisible();
    await userEvent.keyboard('a');
    await opened('Road 3');
    for (const alert of screen.getAllByRole('alert')) expect(alert).toBeEmptyDOMElement();
    expect(queue.sent).toEqual([{ id: '2', decision: 'approve' }]);
  });
});

describe('a report', () => {
  it('shows the accusation and the reported content, and is decided with a reason', async () => {
    queue.items = [reportItem()];
    renderApp(<ModerationPage />);
    await kind(/^Reports/);
    await opened('Review: Rude');
    for (const text of ['hateful or abusive, other', 'Look at this.', 'You all drive badly'])
      expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', '/drive-details/a');
    expect(
      decisions()
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Dismiss', 'Remove', 'Suspend']);
    await userEvent.type(decisions().getByRole('textbox', { name: 'Internal note' }), 'Third time.');
    await decide('Suspend');
    expect(await screen.findByText('Queue is empty')).toBeVisible();
    expect(queue.sent).toEqual([{ id: 'r', decision: 'suspend', note: 'Third time.' }]);
  });

  it('is not decided by a shortcut that approves drives', async () => {
    queue.items = [reportItem({ subject: { type: 'none', id: '', title: '', url: '' } })];
    renderApp(<ModerationPage />);
    await kind(/^Reports/);
    await opened('General report');
    await userEvent.keyboard('ar');
    expect(screen.queryByRole('link', { name: 'Open it' })).toBeNull();
    await decide('Dismiss');
    await screen.findByText('Queue is empty');
    expect(queue.sent).toEqual([{ id: 'r', decision: 'dismiss' }]);
  });
});

describe('a suggestion', () => {
  it('is shown next to its drive, links to the editor, and is accepted', async () => {
    queue.items = [
      moderationItem({
        id: 's',
        kind: 'suggestion',
        text: 'Closed in winter.',
        driveId: 'a',
        subject: { type: 'drive', id: 'a', title: 'Blue Ridge', url: '/drive-details/a' },
      }),
    ];
    renderApp(<ModerationPage />);
    await kind(/^Suggestions/);
    await opened('Blue Ridge');
    expect(screen.getByText('Closed in winter.')).toBeVisible();
    expect(await screen.findByText('A road along the ridge.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open in the editor' })).toHaveAttribute('href', '/create/a');
    await decide('Accept');
    await screen.findByText('Queue is empty');
    expect(queue.sent).toEqual([{ id: 's', decision: 'accept' }]);
  });
});

describe('a message', () => {
  it('is answered by mail, with a text', async () => {
    queue.items = [
      moderationItem({
        id: 'contact-1',
        kind: 'contact',
        text: 'Where is my drive?',
        subject: { type: 'contact', id: '1', title: 'other', url: '' },
        sender: { name: 'Robin Ridge', email: 'robin@example.com', userId: null },
      }),
    ];
    renderApp(<ModerationPage />);
    await kind(/^Messages/);
    await opened('other');
    expect(screen.getByText('Robin Ridge · robin@example.com')).toBeVisible();
    expect(screen.getByText('Where is my drive?')).toBeVisible();
    await decide('Send answer');
    expect(await decisions().findByText(/^Invalid input/)).toBeVisible();
    await userEvent.type(decisions().getByRole('textbox', { name: 'Answer by mail' }), 'It is published now.');
    await decide('Send answer');
    await screen.findByText('Queue is empty');
    expect(queue.sent).toEqual([{ id: 'contact-1', decision: 'answered', note: 'It is published now.' }]);
  });
});

describe('a drive that was sent back', () => {
  it('shows the changes since then, its pending state, and its history', async () => {
    queue.items = [
      moderationItem({
        id: '1',
        reasons: ['no photo'],
        changes: [{ field: 'title', before: 'Ridge', after: 'Ridge Road East' }],
        history: [
          historyEntry({ at: '2026-01-02T00:00:00.000Z', who: null, action: 'submitted', note: '' }),
          historyEntry({ at: '2026-01-03T00:00:00.000Z', who: MEL, action: 'released', note: 'Lunch' }),
        ],
      }),
    ];
    await open();
    expect(screen.getByText('Check: no photo')).toBeVisible();
    expect(screen.getByText('Ridge').tagName).toBe('DEL');
    expect(screen.getByText('Ridge Road East').tagName).toBe('INS');
    expect(screen.getByText(/mel released it: Lunch/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open in the editor' })).toHaveAttribute(
      'href',
      '/create/1?reviewing=true',
    );
  });
});
