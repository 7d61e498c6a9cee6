import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../lib/search-result.js';
import { SearchBox, type SuggestionGroup } from './SearchBox.js';

const GROUPS = [
  { title: 'Places', items: [{ type: 'place', label: 'Asheville', value: 'p1' }] },
  { title: 'Drives', items: [{ type: 'drive', label: 'Ash Road', value: 'd1' }] },
] as const satisfies { title: string; items: SearchResult[] }[];

/** A page around the box that shows what was chosen last. */
function Page({ groups = GROUPS }: { groups?: readonly SuggestionGroup[] }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState('nothing');
  return (
    <>
      <SearchBox
        text={text}
        onText={setText}
        groups={text === '' ? [] : groups}
        onChoose={({ type, value }) => setChosen(`${type} ${value}`)}
        onClear={() => setText('')}
        label="Search"
        placeholder=""
      />
      <button>after</button>
      <output>{chosen}</output>
    </>
  );
}

const field = () => screen.getByRole('combobox', { name: 'Search' });
const chosen = () => screen.getByRole('status').textContent;

describe('the search box', () => {
  // Aim: without a mouse, the arrows mark suggestions across both groups and Enter takes the marked one.
  it('is used with the arrow keys', async () => {
    render(<Page />);
    await userEvent.type(field(), 'ash{ArrowDown}');
    const place = screen.getByRole('option', { name: 'Asheville' });
    expect(place).toHaveAttribute('aria-selected', 'true');
    expect(field()).toHaveAttribute('aria-activedescendant', place.id);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(chosen()).toBe('drive d1');
    expect(field()).toHaveFocus();
    expect(screen.queryByRole('option')).toBeNull();
  });

  // Aim: suggestions that arrive late, above the marked one, do not change what Enter takes.
  it('keeps its mark when more suggestions come', async () => {
    const { rerender } = render(<Page groups={[GROUPS[1]]} />);
    await userEvent.type(field(), 'ash{ArrowDown}');
    rerender(<Page />);
    await userEvent.keyboard('{Enter}');
    expect(chosen()).toBe('drive d1');
  });

  // Aim: past the last suggestion the marking is back in the field, and up from there goes to the last.
  it('goes round', async () => {
    render(<Page />);
    await userEvent.type(field(), 'ash{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(field()).not.toHaveAttribute('aria-activedescendant');
    await userEvent.keyboard('{ArrowUp}{Enter}');
    expect(chosen()).toBe('drive d1');
  });

  // Aim: what was typed is sent as it stands when nothing is marked; blanks send nothing.
  it('sends the text', async () => {
    render(<Page />);
    await userEvent.type(field(), '   {Enter}');
    expect(chosen()).toBe('nothing');
    await userEvent.type(field(), 'coast road {Enter}');
    expect(chosen()).toBe('text coast road');
  });

  // Aim: Escape closes the suggestions first and clears the text after that, and the focus stays in the field.
  it('closes, then clears, on Escape', async () => {
    render(<Page />);
    await userEvent.type(field(), 'ash{Escape}');
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    expect(field()).toHaveValue('ash');
    await userEvent.keyboard('{Escape}');
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
  });

  // Aim: Tab leaves through the clear button, and no suggestion stays open behind.
  it('is left with Tab', async () => {
    render(<Page />);
    await userEvent.type(field(), 'ash');
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Clear search' })).toHaveFocus();
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'after' })).toHaveFocus();
  });

  // Aim: a click on a suggestion takes it.
  it('is used with the pointer', async () => {
    render(<Page />);
    await userEvent.type(field(), 'ash');
    await userEvent.click(screen.getByRole('option', { name: 'Asheville' }));
    expect(chosen()).toBe('place p1');
  });
});
