import { IconMapPin, IconRoute, IconSearch, IconX } from '@tabler/icons-react';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { useId, useState, type FormEvent, type KeyboardEvent } from 'react';
import { textSearch, type SearchResult } from '../lib/search-result.js';
import { texts } from '../texts/en.js';
import styles from './SearchBox.module.css';

export interface SuggestionGroup {
  title: string;
  items: readonly SearchResult[];
  /** Takes an item off the group, where they can be taken off. */
  onRemove?: (result: SearchResult) => void;
}

interface Props {
  text: string;
  onText: (text: string) => void;
  groups: readonly SuggestionGroup[];
  /** A suggestion was chosen, or what was typed was sent as it stands. */
  onChoose: (result: SearchResult) => void;
  /** Without it there is no button to clear. */
  onClear?: () => void;
  label: string;
  placeholder: string;
  /** With a label there is a button to send. */
  submitLabel?: string;
}

/** A search field with suggestions below it, after the combobox pattern of WAI-ARIA. */
export function SearchBox({ text, onText, groups, onChoose, onClear, label, placeholder, submitLabel }: Props) {
  const id = useId();
  const { options, shown, marked, setMarked, open, close, step } = useSuggestions(groups);
  const choose = (result: SearchResult) => {
    close();
    onChoose(result);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const option = shown ? options[marked] : undefined;
    if (option !== undefined) choose(option);
    else if (text.trim() !== '') choose(textSearch(text.trim()));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Delete' && event.shiftKey && shown) {
      if (removeFrom(groups, options[marked])) event.preventDefault();
    } else if (event.key === 'Escape') {
      if (shown) close();
      else onClear?.();
    }
  };

  return (
    <form className={styles.form} role="search" onSubmit={submit}>
      <div className={styles.field}>
        <IconSearch size={20} aria-hidden="true" className={styles.icon} />
        <input
          className={styles.input}
          type="text"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={LIMITS.searchTextMax}
          role="combobox"
          aria-label={label}
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(shown && marked >= 0 ? { 'aria-activedescendant': `${id}-${marked}` } : {})}
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            onText(event.currentTarget.value);
            open();
          }}
          onFocus={open}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
        {onClear !== undefined && text !== '' && (
          <button type="button" className={styles.clear} aria-label={texts.explore.search.clear} onClick={onClear}>
            <IconX size={18} aria-hidden="true" />
          </button>
        )}
        {submitLabel !== undefined && (
          <button type="submit" className={styles.submit}>
            {submitLabel}
          </button>
        )}
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list} hidden={!shown}>
        {shown && <Groups id={id} groups={groups} marked={marked} onChoose={choose} onMark={setMarked} />}
      </div>
    </form>
  );
}

/** Which suggestions show, and which of them the arrow keys marked; -1 is the field itself. */
function useSuggestions(groups: readonly SuggestionGroup[]) {
  const [isOpen, setOpen] = useState(false);
  // The option itself, as its place changes when more suggestions arrive.
  const [markedKey, setMarkedKey] = useState<string | null>(null);
  const options = groups.flatMap(({ items }) => items);
  const marked = options.findIndex((option) => keyOf(option) === markedKey);
  const setMarked = (index: number) => {
    const option = options[index];
    setMarkedKey(option === undefined ? null : keyOf(option));
  };
  const show = (shown: boolean) => {
    setOpen(shown);
    setMarkedKey(null);
  };
  return {
    options,
    shown: isOpen && options.length > 0,
    marked,
    setMarked,
    open: () => show(true),
    close: () => show(false),
    step: (by: 1 | -1) => {
      setOpen(true);
      const places = options.length + 1;
      setMarked(((marked + 1 + by + places) % places) - 1);
    },
  };
}

/** Takes an option off its group; false where there is none, or it stays. */
function removeFrom(groups: readonly SuggestionGroup[], option: SearchResult | undefined): boolean {
  const group = groups.find(({ items }) => option !== undefined && items.includes(option));
  if (option === undefined || group?.onRemove === undefined) return false;
  group.onRemove(option);
  return true;
}

function keyOf({ type, value }: SearchResult): string {
  return `${type} ${value}`;
}

interface GroupsProps {
  id: string;
  groups: readonly SuggestionGroup[];
  marked: number;
  onChoose: (result: SearchResult) => void;
  onMark: (index: number) => void;
}

function Groups({ id, groups, marked, onChoose, onMark }: GroupsProps) {
  let index = -1;
  return groups
    .filter(({ items }) => items.length > 0)
    .map(({ title, items, onRemove }, group) => (
      <div key={title} role="group" aria-labelledby={`${id}-group-${group}`}>
        <div id={`${id}-group-${group}`} className={styles.group}>
          {title}
        </div>
        {items.map((item) => {
          index += 1;
          const own = index;
          const Icon = item.type === 'drive' ? IconRoute : IconMapPin;
          return (
            <div
              key={keyOf(item)}
              id={`${id}-${own}`}
              role="option"
              aria-selected={own === marked}
              className={styles.option}
              onPointerMove={() => own !== marked && onMark(own)}
              // The field must keep the focus until the choice is made.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(item)}
            >
              <Icon size={18} aria-hidden="true" />
              <span className={styles.label}>{item.label}</span>
              {onRemove !== undefined && <Remove onRemove={() => onRemove(item)} />}
            </div>
          );
        })}
      </div>
    ));
}

/** For pointers; with the keyboard it is Shift and Delete, as in a browser's own address bar. */
function Remove({ onRemove }: { onRemove: () => void }) {
  return (
    <span
      className={styles.remove}
      title={texts.explore.search.remove}
      aria-hidden="true"
      onClick={(event) => {
        event.stopPropagation();
        onRemove();
      }}
    >
      <IconX size={16} />
    </span>
  );
}
