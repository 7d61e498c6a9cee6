// Aim: a person who works by keyboard stays in the list when a row moves or is removed.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { useKeptFocus } from './use-kept-focus.js';

function List() {
  const [rows, setRows] = useState(['a', 'b', 'c']);
  const list = useKeptFocus<HTMLUListElement>(rows);
  return (
    <section>
      <ul {...list}>
        {rows.map((row, index) => (
          <li key={row}>
            <button
              disabled={index === rows.length - 1}
              onClick={() => setRows(rows.toSpliced(index, 1).toSpliced(index + 1, 0, row))}
            >
              {`${row} down`}
            </button>
            <button onClick={() => setRows(rows.toSpliced(index, 1))}>{`${row} off`}</button>
          </li>
        ))}
      </ul>
      <button onClick={() => setRows(['d'])}>Add</button>
    </section>
  );
}

const press = async (name: string) => {
  screen.getByRole('button', { name }).focus();
  await userEvent.keyboard('{Enter}');
};
const focused = () => document.activeElement?.textContent;

beforeEach(() => void render(<List />));

it('follows a row that moves, to another of its controls at the end', async () => {
  await press('a down');
  expect(focused()).toBe('a down');
  await userEvent.keyboard('{Enter}');
  expect(focused()).toBe('a off');
});

it('goes to the row in the place of a removed one, and leaves an empty list', async () => {
  await press('b off');
  expect(focused()).toBe('c off');
  await userEvent.keyboard('{Enter}');
  expect(focused()).toBe('a off');
  await userEvent.keyboard('{Enter}');
  expect(focused()).toBe('Add');
});

it('leaves the focus alone if rows change by another control', async () => {
  await press('Add');
  expect(focused()).toBe('Add');
});
