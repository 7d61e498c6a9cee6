// Aim: a person who is logged in sees the number of unread notices in the header, reads them, and can open their
// subjects.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refuse, rememberSession } from '../../testing/accounts.js';
import { useSummaryQuery } from '../../api/api.js';
import { drive } from '../../testing/drives.js';
import type { FakeNotices } from '../../testing/notices.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import { Header } from './Header.js';

const MINUTE_MS = 60_000;

let api: FakeApi;
let fake: FakeNotices;
beforeEach(() => {
  api = new FakeApi();
  fake = api.notices;
  api.server.listen();
  rememberSession();
});
afterEach(() => {
  vi.useRealTimers();
  api.server.close();
});

const bell = (name: string) => screen.findByRole('button', { name });
const menu = () => within(document.getElementById('notices-menu')!);

describe('the notices in the header', () => {
  it('are hidden without a login', async () => {
    localStorage.clear();
    renderApp(<Header />);
    expect(await screen.findByRole('link', { name: 'Log In' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull();
    expect(fake.reads).toBe(0);
  });

  it('show an empty state', async () => {
    renderApp(<Header />);
    await userEvent.click(await bell('Notifications'));
    expect(await menu().findByText('No notifications')).toBeVisible();
    expect(await bell('Notifications')).toHaveAttribute('aria-expanded', 'true');
    expect(fake.marks).toBe(0);
  });

  it('count unread notices, which are read once opened', async () => {
    fake.add('drive-approved', 'Old Road', { read: true });
    fake.add('drive-approved');
    fake.add('review-helpful');
    renderApp(<Header />);
    const button = await bell('Notifications, 2 unread');
    expect(within(button).getByText('2')).toBeVisible();
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(button);
    expect(await bell('Notifications')).not.toHaveTextContent('2');
    expect(fake.notices.every(({ read }) => read)).toBe(true);
    expect(menu().getAllByRole('listitem')).toHaveLength(3);
    // Opening it again has nothing left to mark.
    await userEvent.click(button);
    await userEvent.click(button);
    expect(fake.marks).toBe(1);
  });

  it('show the newest five and link to all; the others stay unread', async () => {
    for (let index = 1; index <= 7; index += 1) fake.add('drive-approved', `Road ${index}`);
    renderApp(<Header />);
    await userEvent.click(await bell('Notifications, 7 unread'));
    expect(
      menu()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.slice(0, 6)),
    ).toEqual(['Road 7', 'Road 6', 'Road 5', 'Road 4', 'Road 3']);
    expect(menu().getByRole('link', { name: 'All notifications' })).toHaveAttribute('href', '/notices');
    expect(await bell('Notifications, 2 unread')).toBeVisible();
  });

  it('are read once the menu of a phone shows them', async () => {
    fake.add('drive-shared');
    renderApp(<Header />);
    await bell('Notifications, 1 unread');
    expect(fake.marks).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    expect(await bell('Notifications')).toBeInTheDocument();
    expect(fake.marks).toBe(1);
  });

  it('still count notices that could not be marked as read', async () => {
    fake.add('drive-approved');
    fake.failure = refuse(503, 'ERROR-00010', 'Down', 'Please try again.');
    renderApp(<Header />);
    await userEvent.click(await bell('Notifications, 1 unread'));
    expect(menu().getByText(/^Ridge Road is published\./)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(await bell('Notifications, 1 unread')).toHaveFocus();
    fake.failure = null;
    await userEvent.keyboard('{Enter}');
    expect(await bell('Notifications')).toHaveAttribute('aria-expanded', 'true');
  });

  it.each([
    ['drive-approved', 'Ridge Road is published.', '/drive-details/d%201'],
    ['changes-requested', 'Changes requested: Ridge Road', '/create/d%201'],
    ['suggestion-settled', 'Our staff reviewed your suggestions for Ridge Road. Thank you.', '/drive-details/d%201'],
    ['drive-shared', 'Someone shared the drive Ridge Road with you.', '/drive-details/d%201'],
    ['review-helpful', 'Someone found your review of Ridge Road helpful.', '/drive-details/d%201'],
  ] as const)('link from %s to its drive', async (kind, words, path) => {
    fake.add(kind);
    const { address } = renderApp(<Header />);
    await userEvent.click(await bell('Notifications, 1 unread'));
    const link = await menu().findByRole('link', { name: new RegExp(`^${words.replaceAll('.', '\\.')} \\S`) });
    expect(link).toHaveAttribute('href', path);
    expect(link.querySelector('time')).toHaveAttribute('datetime', '2026-03-04T12:00:00.000Z');
    await userEvent.click(link);
    expect(address()).toBe(decodeURIComponent(path));
    expect(await bell('Notifications')).toHaveAttribute('aria-expanded', 'false');
  });

  it('name who shared, and what', async () => {
    fake.add('collection-shared', 'Smoky weekend', {
      by: 'hero1',
      subject: { type: 'trip', id: 'c1', title: 'Smoky weekend' },
    });
    renderApp(<Header />);
    await userEvent.click(await bell('Notifications, 1 unread'));
    const link = await menu().findByRole('link', { name: /^hero1 shared the trip Smoky weekend with you\./ });
    expect(link).toHaveAttribute('href', '/collection/c1');
  });

  it('have no link to a reported subject, which may be deleted', async () => {
    fake.add('report-settled', 'A rude review');
    renderApp(<Header />);
    await userEvent.click(await bell('Notifications, 1 unread'));
    expect(menu().getByText(/^Our staff reviewed your report\. Thank you\./)).toBeVisible();
    expect(menu().queryByRole('link', { name: /report/ })).toBeNull();
    expect(menu().queryByText(/rude/)).toBeNull();
  });

  it('name a drive without a title', async () => {
    fake.add('changes-requested', '');
    renderApp(<Header />);
    await userEvent.click(await bell('Notifications, 1 unread'));
    expect(menu().getByText(/^Changes requested: Untitled drive/)).toBeVisible();
  });

  it('update by themselves within a minute', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    renderApp(<Header />);
    await bell('Notifications');
    await waitFor(() => expect(fake.reads).toBe(1));
    fake.add('drive-shared');
    await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS));
    await bell('Notifications, 1 unread');
    expect(fake.reads).toBe(2);
  });

  it('bring the page up to date once staff have decided', async () => {
    // Aim: an owner who looks at the drive sees its new state with the notice of it, and not before a reload.
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    api.drives = [drive({ id: 'a', title: 'Draft' })];
    const Title = () => <p>{useSummaryQuery('a').data?.title}</p>;
    renderApp(
      <>
        <Header />
        <Title />
      </>,
    );
    await screen.findByText('Draft');
    await bell('Notifications');
    await waitFor(() => expect(fake.reads).toBe(1));
    api.drives = [drive({ id: 'a', title: 'Corrected' })];
    fake.add('review-helpful');
    await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS));
    await bell('Notifications, 1 unread');
    expect(screen.getByText('Draft')).toBeVisible();
    fake.add('drive-approved');
    await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS));
    expect(await screen.findByText('Corrected')).toBeVisible();
  });
});
