// Aim: staff see all deals by state, write, change and delete them; nothing typed is lost when saving fails.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuse, rememberSession } from '../../../testing/accounts.js';
import { deal } from '../../../testing/deals.js';
import { renderApp } from '../../../testing/render.js';
import { FakeApi } from '../../../testing/server.js';
import AllDealsPage from './AllDealsPage.js';

const TIRES = '10% off at Ridge Tires';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.accounts.user = { ...api.accounts.user, accountType: 'admin' };
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

async function edit() {
  renderApp(<AllDealsPage />);
  await click(`Edit: ${TIRES}`);
  return dialog();
}

it('is only for staff', async () => {
  api.accounts.user = { ...api.accounts.user, accountType: 'hero' };
  renderApp(<AllDealsPage />);
  expect(await screen.findByText('This page is for the staff.')).toBeVisible();
  await waitFor(() => expect(api.accounts.reads).toBeGreaterThan(0));
  expect(screen.queryByText(TIRES)).toBeNull();
});

it('groups the deals by state', async () => {
  api.deals.deals = [
    deal({ id: 'a', title: 'Old', from: '2020-01-01', until: '2020-02-01' }),
    deal({ id: 'b', title: 'Now' }),
    deal({ id: 'c', title: 'Later', from: '2999-01-01', until: '2999-01-01', code: null }),
  ];
  renderApp(<AllDealsPage />);
  const current = within(await screen.findByRole('region', { name: 'Current 1' }));
  expect(current.getByRole('article', { name: 'Now' }).textContent).toMatch(/January 1, 2020 – May 3, 2999.*CURVES10/);
  const upcoming = within(screen.getByRole('region', { name: 'Upcoming 1' }));
  expect(upcoming.getByRole('article', { name: 'Later' }).textContent).toMatch(
    /January 1, 2999North Carolina.*No code/,
  );
  expect(within(screen.getByRole('region', { name: 'Ended 1' })).getByText('Old')).toBeVisible();
});

describe('the form', () => {
  it('creates a deal with everything in it, and previews its text', async () => {
    api.deals.deals = [];
    renderApp(<AllDealsPage />);
    expect(await screen.findByText('No deals yet.')).toBeVisible();
    await click('New deal');
    const form = await dialog();
    fill(form.getByLabelText('Title'), ' Coffee ');
    fill(form.getByLabelText('Text'), 'Two for **one**.');
    expect(within(form.getByRole('region', { name: 'Preview of the text' })).getByText('one').tagName).toBe('STRONG');
    fill(form.getByLabelText('Link'), 'https://coffee.example.com');
    fill(form.getByLabelText('Code'), 'BEANS');
    fill(form.getByLabelText('First day'), '2020-05-01');
    fill(form.getByLabelText('Last day'), '2999-05-31');
    await userEvent.click(form.getByRole('combobox', { name: 'States' }));
    await userEvent.click(await screen.findByRole('option', { name: 'North Carolina' }));
    await userEvent.click(form.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Coffee: saved.')).toBeVisible();
    expect(await screen.findByRole('article', { name: 'Coffee' })).toBeVisible();
    expect(api.deals.sent).toEqual([
      {
        title: 'Coffee',
        text: 'Two for **one**.',
        link: 'https://coffee.example.com',
        code: 'BEANS',
        from: '2020-05-01',
        until: '2999-05-31',
        country: 233,
        states: [1447],
      },
    ]);
    expect(api.deals.keys[0]).toMatch(/^[\w-]{36}$/);
  });

  it('refuses wrong fields before it sends them', async () => {
    const form = await edit();
    fill(form.getByLabelText('Title'), ' ');
    fill(form.getByLabelText('Link'), 'http://tires.example.com');
    fill(form.getByLabelText('Last day'), '2019-12-31');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Title is required.')).toBeVisible();
    expect(form.getByText('Enter the address of a web page, with https://.')).toBeVisible();
    expect(form.getByText('The last day must not be before the first day.')).toBeVisible();
    expect(api.deals.sent).toEqual([]);
  });

  it('shows the server’s refusal next to the field, and keeps what was typed', async () => {
    const form = await edit();
    const fault = { title: 'Invalid input', message: 'That link is blocked.', code: 'ERROR-00002', type: 400 };
    api.deals.failure = refuse(400, 'ERROR-00002', 'Invalid input', 'Please correct it.', { fields: { link: fault } });
    fill(form.getByLabelText('Title'), '15% off');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/That link is blocked/)).toBeVisible();
    expect(form.getByLabelText('Title')).toHaveValue('15% off');
    api.deals.failure = null;
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('15% off: saved.')).toBeVisible();
  });

  it('loads the change of someone else, says so, and replaces it when saved again', async () => {
    const form = await edit();
    api.deals.deals = [deal({ title: 'Theirs', _rev: 2 })];
    fill(form.getByLabelText('Title'), 'Mine');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/Someone else changed this deal/)).toBeVisible();
    expect(form.getByLabelText('Title')).toHaveValue('Mine');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Mine: saved.')).toBeVisible();
    expect(api.deals.sent.map(({ _rev }) => _rev)).toEqual([1, 2]);
  });
});

it('deletes a deal after a confirmation', async () => {
  renderApp(<AllDealsPage />);
  await click(`Delete: ${TIRES}`);
  await userEvent.click((await dialog()).getByRole('button', { name: 'Delete deal' }));
  expect(await screen.findByText(`${TIRES}: deleted.`)).toBeVisible();
  expect(await screen.findByText('No deals yet.')).toBeVisible();
});
