import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import ContactPage from './ContactPage.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => {
  vi.useRealTimers();
  api.server.close();
});

describe('the contact form', () => {
  // Aim: each field has its own message for a missing value, and the first one gets the focus.
  it.each([
    ['the form is empty', null],
    ['only invisible characters are there', '\u3164\u200b'],
  ])('reports missing fields if %s', async (_what, text) => {
    renderApp(<ContactPage />);
    if (text !== null) {
      await userEvent.type(screen.getByLabelText('Name'), text);
      await userEvent.type(screen.getByLabelText('Message'), text);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
    for (const words of [
      'Name is required. Please provide your name.',
      'Email is required',
      "Reason is required. Please tell why you're contacting us.",
      'Message is required. Please tell us how we can help you.',
    ]) {
      expect(await screen.findByText(words)).toBeVisible();
    }
    expect(screen.getByLabelText('Name')).toHaveFocus();
    expect(api.accounts.sent).toEqual([]);
  });

  // Aim: the page sends a message and shows thanks, which disappear after four seconds.
  it('sends a message', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    renderApp(<ContactPage />);
    await person.type(screen.getByLabelText('Name'), 'Robin');
    await person.type(screen.getByLabelText('Email'), 'robin@example.com');
    await person.selectOptions(screen.getByLabelText('Reason'), 'app-feedback');
    await person.type(screen.getByLabelText('Message'), 'Good roads.');
    await person.click(screen.getByRole('button', { name: 'Send Message' }));
    expect(await screen.findByRole('dialog', { name: 'Message Sent' })).toBeVisible();
    expect(api.accounts.sent).toEqual([
      ['contact', { name: 'Robin', email: 'robin@example.com', reason: 'app-feedback', message: 'Good roads.' }],
    ]);
    expect(screen.getByLabelText('Message')).toHaveValue('');
    act(() => void vi.advanceTimersByTime(4_000));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
