import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberSession } from '../../testing/accounts.js';
import { CHALLENGE_CARD, GOOD_CARD, VISA } from '../../testing/billing.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import SubscriptionPage from './SubscriptionPage.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
  rememberSession();
});
afterEach(() => {
  vi.useRealTimers();
  api.server.close();
});

const open = () => renderApp(<SubscriptionPage />, '/manage-subscription');
const row = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).nextElementSibling;
const sentAs = (name: string) => api.billing.sent.filter(([kind]) => kind === name).map(([, body]) => body);

async function fill(number: string, name = 'Ann Lee Smith') {
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(await dialog.findByLabelText('Card number'), number);
  await userEvent.type(dialog.getByLabelText('Expiration'), '0490');
  await userEvent.type(dialog.getByLabelText('CVV'), '123');
  await userEvent.type(dialog.getByLabelText('Name on card'), name);
  return dialog;
}

describe('the subscription page', () => {
  // Aim: the offer shows its full price, and the sandbox is labeled as such.
  it('shows a free account the plan and its price', async () => {
    open();
    expect(await screen.findByText('$2.50 per month')).toBeVisible();
    expect(screen.getByText('$29.99 billed annually')).toBeVisible();
    expect(screen.getByText('Annually')).toBeVisible();
    expect(await screen.findByText('Credit Card')).toBeVisible();
    expect(screen.getByText('Sandbox')).toBeVisible();
    expect(await row('Status')).toHaveTextContent('Not subscribed');
    for (const name of ['Plan', 'Amount', 'Next billing date']) {
      expect(screen.queryByText(name, { selector: 'dt' })).toBeNull();
    }
    const benefits = within(screen.getByRole('list', { name: 'What Hero gives' }));
    expect(benefits.getByText('Tracking completed drives')).toBeVisible();
    expect(benefits.getByText('Exclusive deals and offers')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upgrade Account' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull();
  });

  // Aim: a card added by itself does not charge anything; the dialog closes by itself, and returns the focus.
  it('adds a card, and closes after three seconds', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Add Credit Card' }));
    const dialog = await fill(GOOD_CARD);
    expect(dialog.getByText('Adding a card charges nothing.')).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await person.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('Card added')).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Add Credit Card' })).toBeVisible();
    act(() => void vi.advanceTimersByTime(3_000));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await row('Payment method')).toHaveTextContent('Visa 1111');
    expect(sentAs('create')).toEqual([]);
    const card = { number: GOOD_CARD, expiryMonth: 4, expiryYear: 2090, cvv: '123', name: 'Ann Lee Smith' };
    expect(sentAs('authorize')).toEqual([{ intentId: 'pi-1', card }]);
  });

  // Aim: an upgrade without a card asks for one, says what it charges, and goes on by itself: once, however it ends.
  it('upgrades with a new card in one go', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Upgrade Account' }));
    const dialog = await fill(GOOD_CARD);
    expect(dialog.getByText(/charges \$29.99 for a year/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Pay $29.99 and become a Hero' }));
    expect(await dialog.findByText('Card added')).toBeVisible();
    expect(await screen.findByText('You are a Hero')).toBeInTheDocument();
    await waitFor(async () => expect(await row('Status')).toHaveTextContent('Active'));
    expect(await row('Amount')).toHaveTextContent('$29.99');
    expect(sentAs('create')).toHaveLength(1);
  });

  // Aim: the form cannot be sent before all four fields are complete.
  it('enables the button once the card is complete', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Add Credit Card' }));
    const dialog = await fill(GOOD_CARD, ' ');
    expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled();
    await userEvent.type(dialog.getByLabelText('Name on card'), 'Ann');
    expect(dialog.getByRole('button', { name: 'Add' })).toBeEnabled();
    await userEvent.type(dialog.getByLabelText('CVV'), '{Backspace}{Tab}');
    expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled();
    expect(await dialog.findByText('CVV is not complete')).toBeVisible();
  });

  // Aim: the bank's challenge comes in between; declining it keeps the card as typed, approving it adds the card.
  it('goes through the confirmation of the bank', async () => {
    api.billing.card = VISA;
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Change Credit Card' }));
    const dialog = await fill(CHALLENGE_CARD);
    await userEvent.click(dialog.getByRole('button', { name: 'Update' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Decline' }));
    expect(await dialog.findByText(/Your card was declined by the sandbox/)).toBeVisible();
    expect(dialog.getByLabelText('Card number')).toHaveValue('4000 0000 0000 3220');
    expect(dialog.getByLabelText('Card number')).toHaveFocus();
    await userEvent.click(dialog.getByRole('button', { name: 'Update' }));
    expect(await dialog.findByRole('heading', { name: '3-D Secure' })).toHaveFocus();
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await dialog.findByText('Card added')).toBeVisible();
    expect(sentAs('card')).toHaveLength(1);
  });

  // Aim: with a card, one click upgrades, under an idempotency key; the account and the page follow.
  it('upgrades', async () => {
    api.billing.card = VISA;
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Upgrade Account' }));
    expect(await screen.findByText('You are a Hero')).toBeVisible();
    await waitFor(async () => expect(await row('Status')).toHaveTextContent('Active'));
    expect(await row('Status')).toHaveAttribute('data-tone', 'good');
    expect(screen.getByRole('button', { name: 'Update Subscription' })).toHaveAttribute('aria-disabled', 'true');
    expect(sentAs('create')).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
  });

  // Aim: canceling takes a single confirmation; reasons are optional, and the message is trimmed.
  it('cancels, and shows what remains', async () => {
    api.billing.card = VISA;
    api.billing.subscribe('active');
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Subscription' }));
    await userEvent.click(dialog.getByLabelText('It is too expensive'));
    await userEvent.type(dialog.getByLabelText('Message (optional)'), '  Bye  ');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel Subscription' }));
    expect(await dialog.findByText('Subscription canceled')).toBeVisible();
    expect(sentAs('cancel')).toEqual([{ reasons: { tooExpensive: true, message: 'Bye' } }]);
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(async () => expect(await row('Status')).toHaveTextContent('Canceled'));
    expect(await row('Next billing date')).toHaveTextContent('Non-renewing');
    expect(screen.getByRole('button', { name: 'Update Subscription' })).toHaveAttribute('aria-disabled', 'false');
  });

  // Aim: the page reports an unavailable provider and retries on request.
  it('reports that payments are unavailable', async () => {
    api.billing.away = true;
    open();
    expect(await screen.findByText(/Payments are unavailable/)).toBeVisible();
    api.billing.away = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Upgrade Account' })).toBeVisible();
  });
});
