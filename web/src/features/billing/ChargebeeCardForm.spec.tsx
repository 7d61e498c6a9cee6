import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rememberSession } from '../../testing/accounts.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import type { CardField, FieldState } from './chargebee.js';
import SubscriptionPage from './SubscriptionPage.js';

/** Fake of the provider's script, per its documentation: fields report changes, and a card is authorized or refused. */
class FakeChargebee {
  refusal: Error | null = null;
  readonly authorised: unknown[] = [];
  readonly started: unknown[] = [];
  private readonly listeners = new Map<CardField, (state: FieldState) => void>();

  init(options: unknown) {
    this.started.push(options);
    return { load: () => Promise.resolve(), createComponent: () => this.component() };
  }

  complete(): void {
    for (const tell of this.listeners.values()) tell({ complete: true });
  }

  private component() {
    let ready: () => void = () => undefined;
    return {
      createField: (name: CardField) => ({
        at: (selector: string) => expect(document.querySelector(selector)).not.toBeNull(),
        on: (_event: string, listener: (state: FieldState) => void) => void this.listeners.set(name, listener),
      }),
      on: (_event: string, listener: () => void) => (ready = listener),
      mount: () => ready(),
      authorizeWith3ds: (intent: object, additional: unknown) => {
        this.authorised.push(additional);
        return this.refusal === null
          ? Promise.resolve({ ...intent, status: 'authorized' })
          : Promise.reject(this.refusal);
      },
    };
  }
}

// Shared by the whole file: the page initializes the provider's script once.
const provider = new FakeChargebee();
let api: FakeApi;
beforeEach(() => {
  vi.stubGlobal('Chargebee', provider);
  provider.refusal = null;
  api = new FakeApi();
  api.billing.settings = { ...api.billing.settings, provider: 'chargebee', site: 'acme', publishableKey: 'key' };
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

async function fill() {
  renderApp(<SubscriptionPage />, '/manage-subscription');
  await userEvent.click(await screen.findByRole('button', { name: 'Add Credit Card' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(await dialog.findByLabelText('Name on card'), 'Ann Lee Smith');
  expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled();
  await vi.waitFor(() => {
    act(() => provider.complete());
    expect(dialog.getByRole('button', { name: 'Add' })).toBeEnabled();
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  return dialog;
}

// Aim: the provider authorizes the card with the name split, and the page adds the authorized intent.
it('adds the card that the provider authorized', async () => {
  const dialog = await fill();
  expect(await dialog.findByText('Card added')).toBeVisible();
  expect(provider.started).toEqual([{ site: 'acme', publishableKey: 'key' }]);
  expect(provider.authorised).toContainEqual({ billingAddress: { firstName: 'Ann', lastName: 'Lee Smith' } });
  const authorised = { id: 'pi-1', status: 'authorized', amount: 0, currency_code: 'USD' };
  expect(api.billing.sent).toEqual([['card', { authorizedPaymentIntent: authorised }]]);
  expect(screen.queryByText('Sandbox')).toBeNull();
});

// Aim: a failed 3-D Secure step shows the provider's message, or ours if there is none; no card is added.
it.each([
  [{ displayMessage: 'Your bank said no' }, /Your bank said no/],
  [{}, /An error occurred/],
])('reports a declined card: %j', async (refusal, words) => {
  provider.refusal = Object.assign(new Error('refused'), refusal);
  const dialog = await fill();
  expect(await dialog.findByText(words)).toBeVisible();
  expect(api.billing.sent).toEqual([]);
});
