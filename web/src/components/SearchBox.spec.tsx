import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { SearchOption } from '../lib/search/search-options.js';
import type { SearchResult } from '../lib/search/search-result.js';
import { SearchBox } from './SearchBox.js';

const PLACE: SearchResult = { type: 'place', label: 'Asheville', value: 'p1' };
const DRIVE: SearchResult = { type: 'drive', label: 'Ash Road', value: 'd1' };
const OPTIONS = [optionOf(PLACE), optionOf(DRIVE)];

function optionOf(result: SearchResult): SearchOption {
  return { key: result.value, result, isRecent: false };
}

interface PageProps {
  hint?: string;
  options?: readonly SearchOption[];
  exact?: SearchResult | null | undefined;
  on?: SearchResult | null;
}

/** A page with the search box, which shows the last choice. */
function Page({ options = OPTIONS, on = null, ...props }: PageProps) {
  const exact = 'exact' in props ? props.exact : null;
  const [text, setText] = useState('');
  const [search, setSearch] = useState(on);
  const [chosen, setChosen] = useState('nothing');
  return (
    <>
      <SearchBox
        text={text}
        onText={setText}
        chip={search}
        options={text === '' ? [] : options}
        exact={exact}
        hint={props.hint ?? null}
        onChoose={({ type, value }) => setChosen(`${type} ${value}`)}
        onForget={({ value }) => setChosen(`forgot ${value}`)}
        onClear={() => setSearch(null)}
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
  // Aim: a text without suggestions is no dead end; the field does not keep a list open for it.
  it('shows the next step if there are no suggestions', async () => {
    render(<Page options={[]} hint="Try fewer words." />);
    expect(screen.queryByText('Try fewer words.')).toBeNull();
    await userEvent.type(field(), 'xyzzy');
    expect(screen.getByText('Try fewer words.')).toBeVisible();
    expect(field()).toHaveAttribute('aria-expanded', 'false');
  });

  // Aim: drives of one name differ by their states and length, which screen readers get as well.
  it('shows details of a suggestion', async () => {
    render(<Page options={[{ ...optionOf(DRIVE), detail: 'Tennessee · 11 mi' }]} />);
    await userEvent.type(field(), 'ash');
    expect(screen.getByText('Tennessee · 11 mi')).toBeVisible();
    expect(screen.getByRole('option', { name: 'Ash Road' })).toHaveAccessibleDescription('Drive, Tennessee · 11 mi');
  });

  // Aim: without a mouse, the arrow keys mark suggestions of either kind and Enter chooses the marked one.
  it('works with the arrow keys', async () => {
    render(<Page />);
    await userEvent.type(field(), 'ash{ArrowDown}');
    const place = screen.getByRole('option', { name: 'Asheville' });
    expect(place).toHaveAttribute('aria-selected', 'true');
    expect(place).toHaveAccessibleDescription('Place');
    expect(field()).toHaveAttribute('aria-activedescendant', place.id);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(chosen()).toBe('drive d1');
    expect(field()).toHaveFocus();
    expect(screen.queryByRole('option')).toBeNull();
  });

  // Aim: suggestions that arrive late, above the marked one, do not change Enter's choice.
  it('keeps its highlight when more suggestions arrive', async () => {
    const { rerender } = render(<Page options={[optionOf(DRIVE)]} />);
    await userEvent.type(field(), 'ash{ArrowDown}');
    rerender(<Page />);
    await userEvent.keyboard('{Enter}');
    expect(chosen()).toBe('drive d1');
  });

  // Aim: below the last suggestion the mark returns to the field, and up from there goes to the last.
  it('wraps around', async () => {
    render(<Page />);
    await userEvent.type(field(), 'ash{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(field()).not.toHaveAttribute('aria-activedescendant');
    await userEvent.keyboard('{ArrowUp}{Enter}');
    expect(chosen()).toBe('drive d1');
  });

  // Aim: without a mark, Enter submits the text unchanged; blanks submit nothing.
  it('submits the text', async () => {
    render(<Page />);
    await userEvent.type(field(), '   {Enter}');
    expect(chosen()).toBe('nothing');
    await userEvent.type(field(), 'coast road {Enter}');
    expect(chosen()).toBe('text coast road');
  });

  // Aim: a full name is an exact match, even if Enter comes before the suggestions.
  it('selects what the text names, once known', async () => {
    const { rerender } = render(<Page exact={undefined} />);
    await userEvent.type(field(), 'asheville{Enter}');
    expect(chosen()).toBe('nothing');
    rerender(<Page exact={PLACE} />);
    await waitFor(() => expect(chosen()).toBe('place p1'));
  });

  // Aim: typing after Enter cancels the earlier submission.
  it('ignores an Enter that was typed over', async () => {
    const { rerender } = render(<Page exact={undefined} />);
    await userEvent.type(field(), 'ashe{Enter}v');
    rerender(<Page exact={PLACE} />);
    expect(chosen()).toBe('nothing');
  });

  // Aim: Escape clears the text and closes the suggestions, and the focus stays in the field.
  it('clears on Escape', async () => {
    render(<Page />);
    await userEvent.type(field(), 'ash{Escape}');
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
  });

  // Aim: the active search is shown in the field as a chip, which Backspace turns into text and Escape removes.
  it('shows the current search as a chip', async () => {
    render(<Page on={PLACE} />);
    expect(field()).toHaveAccessibleDescription('Asheville');
    await userEvent.click(field());
    await userEvent.keyboard('{Backspace}');
    expect(field()).toHaveValue('Asheville');
    expect(field()).not.toHaveAccessibleDescription();
    expect(screen.getAllByRole('option')).toHaveLength(2);
    await userEvent.clear(field());
    expect(field()).not.toHaveAccessibleDescription();
    await userEvent.tab();
    expect(field()).toHaveAccessibleDescription('Asheville');
    await userEvent.type(field(), '{Escape}');
    expect(field()).not.toHaveAccessibleDescription();
  });

  // Aim: a recent search is distinguishable from a suggestion and can be deleted with the keyboard; a suggestion
  // cannot.
  it('deletes a recent search', async () => {
    render(<Page options={[{ key: 'd1', result: DRIVE, isRecent: true }, optionOf(PLACE)]} />);
    await userEvent.type(field(), 'ash{ArrowUp}{Shift>}{Delete}{/Shift}');
    expect(chosen()).toBe('nothing');
    await userEvent.keyboard('{ArrowUp}{Shift>}{Delete}{/Shift}');
    expect(screen.getByRole('option', { name: 'Ash Road' })).toHaveAccessibleDescription('Recent search');
    expect(chosen()).toBe('forgot d1');
  });

  // Aim: Tab leaves through the clear button, and no suggestions stay open.
  it('closes on Tab', async () => {
    render(<Page />);
    await userEvent.type(field(), 'ash');
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Clear search' })).toHaveFocus();
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'after' })).toHaveFocus();
  });

  // Aim: a click on a suggestion chooses it.
  it('works with the pointer', async () => {
    render(<Page />);
    await userEvent.type(field(), 'ash');
    await userEvent.click(screen.getByRole('option', { name: 'Asheville' }));
    expect(chosen()).toBe('place p1');
  });
});
