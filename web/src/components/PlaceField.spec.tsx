// Aim: a field for a place never shows a text that the route does not go to.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '../testing/render.js';
import { FakeApi } from '../testing/server.js';
import { PlaceField } from './PlaceField.js';

let api: FakeApi;
let placed: string[];

beforeEach(() => {
  placed = [];
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => api.server.close());

function Form() {
  const [chosen, setChosen] = useState('Idaho Springs');
  const place = (label: string) => {
    placed.push(label);
    setChosen(label);
  };
  return (
    <>
      <PlaceField label="End" placeholder="" chosen={chosen} near={null} onPlace={place} />
      <button onClick={() => setChosen('near Mills River')}>Click on the map</button>
    </>
  );
}

const field = () => screen.getByRole('combobox', { name: 'End' });
const find = (...names: string[]) =>
  api.server.use(
    http.get('*/api/places/autocomplete', () =>
      HttpResponse.json({
        results: names.map((label) => ({ type: 'place', label, value: label, relevance: 4, exact: false })),
      }),
    ),
  );

async function leaveWith(text: string) {
  renderApp(<Form />);
  await userEvent.type(field(), text);
  await userEvent.tab();
}

describe('a text that was typed over a place', () => {
  it('is cleared when the field is left, if it names no place', async () => {
    find();
    await leaveWith('asdf');
    expect(field()).toHaveValue('asdf');
    await waitFor(() => expect(field()).toHaveValue(''));
    expect(field()).toHaveAccessibleDescription('Idaho Springs');
    expect(placed).toEqual([]);
  });

  it('is cleared if it could name several', async () => {
    find('Ashland, Oregon', 'Ashland, Kentucky');
    await leaveWith('ashl');
    await waitFor(() => expect(field()).toHaveValue(''));
    expect(field()).toHaveAccessibleDescription('Idaho Springs');
    expect(placed).toEqual([]);
  });

  it('is taken if it names exactly one', async () => {
    await leaveWith('asheville');
    await waitFor(() => expect(field()).toHaveAccessibleDescription('Asheville, North Carolina'));
    expect(field()).toHaveValue('');
    expect(placed).toEqual(['Asheville, North Carolina']);
  });

  it('gives way to a place that is set on the map', async () => {
    renderApp(<Form />);
    await userEvent.type(field(), 'asheville');
    await userEvent.click(screen.getByRole('button', { name: 'Click on the map' }));
    expect(field()).toHaveValue('');
    expect(field()).toHaveAccessibleDescription('near Mills River');
  });
});
