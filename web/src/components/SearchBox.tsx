import { IconHistory, IconMapPin, IconMenu2, IconRoute, IconSearch, IconX } from './icons.js';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { textSearch, type SearchResult } from '../lib/search/search-result.js';
import type { CollectionResult, SearchOption } from '../lib/search/search-options.js';
import { heardText } from '../lib/text/units.js';
import { texts } from '../texts/en.js';
import styles from './SearchBox.module.css';

type Chosen = SearchResult | CollectionResult;

interface Props {
  text: string;
  onText: (text: string) => void;
  /** The active search, unless it is a text; shown while nothing is typed. */
  chip?: SearchResult | null;
  options: readonly SearchOption[];
  /** The choice of Enter without a marked suggestion, instead of the plain text; undefined until it is known. */
  exact: SearchResult | null | undefined;
  /** Called with the chosen suggestion, or with the submitted text. */
  onChoose: (result: SearchResult) => void;
  /** Called with the id of a chosen collection. */
  onCollection?: (id: string) => void;
  /** Shown below the field if there are no options: the next step. */
  hint?: string | null;
  /** Deletes an option from the history. */
  onForget: (result: SearchResult) => void;
  /** Without it there is no clear button. */
  onClear?: () => void;
  label: string;
  placeholder: string;
  /** With a label there is a submit button. */
  submitLabel?: string;
}

/** A search field with suggestions below it, following WAI-ARIA's combobox pattern. */
export function SearchBox(props: Props) {
  const { text, onText, chip: search = null, options, onForget, onClear, label, placeholder, submitLabel } = props;
  const id = useId();
  const { isOpen, shown, marked, setMarked, open, close, step } = useOptions(options);
  // While a person types, their text replaces the chip, even after all of it has been deleted.
  const [isTyping, setTyping] = useState(false);
  const chip = text === '' && !isTyping ? search : null;
  const type = (typed: string) => {
    setTyping(true);
    onText(typed);
    open();
  };
  const choose = (result: Chosen) => {
    close();
    setTyping(false);
    return result.type === 'collection' ? props.onCollection?.(result.value) : props.onChoose(result);
  };
  const clear = () => {
    close();
    onText('');
    onClear?.();
  };
  const option = shown ? options[marked] : undefined;
  const submit = useSubmit(props, option, choose);
  const isEmpty = text === '' && chip === null;
  const onKeyDown = keyHandler(option, chip, { step, type, clear: isEmpty ? close : clear, remove: onForget });

  return (
    <form className={styles.form} role="search" onSubmit={submit}>
      <div className={styles.field}>
        <IconSearch size={20} className={styles.icon} />
        {chip !== null && <Chip id={`${id}-chip`} label={chip.label} />}
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
          {...(chip !== null && { 'aria-describedby': `${id}-chip` })}
          {...(shown && marked >= 0 ? { 'aria-activedescendant': `${id}-${marked}` } : {})}
          placeholder={chip === null ? placeholder : ''}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={open}
          onBlur={() => {
            close();
            setTyping(false);
          }}
          onKeyDown={onKeyDown}
        />
        {onClear !== undefined && !isEmpty && <ClearButton onClear={clear} />}
        {submitLabel !== undefined && <SubmitButton label={submitLabel} />}
      </div>
      <Options
        id={id}
        label={label}
        marked={marked}
        onForget={onForget}
        options={shown ? options : []}
        onChoose={choose}
        onMark={setMarked}
      />
      <Hint text={isOpen ? props.hint : null} />
    </form>
  );
}

interface Actions {
  step: (by: 1 | -1) => void;
  type: (typed: string) => void;
  remove: (result: SearchResult) => void;
  clear: () => void;
}

/** Handles keys that act on the marked option and the chip. */
function keyHandler(
  option: SearchOption | undefined,
  chip: SearchResult | null,
  { step, type, remove, clear }: Actions,
): (event: KeyboardEvent) => void {
  const actionOf = ({ key, shiftKey }: KeyboardEvent): (() => void) | null => {
    if (key === 'ArrowDown') return () => step(1);
    if (key === 'ArrowUp') return () => step(-1);
    if (key === 'Escape') return clear;
    if (key === 'Backspace' && chip !== null) return () => type(chip.label);
    if (key === 'Delete' && shiftKey && option?.isRecent) return () => remove(option.result);
    return null;
  };
  return (event) => {
    const action = actionOf(event);
    if (action === null) return;
    event.preventDefault();
    action();
  };
}

/**
 * Submits the marked option, else the exact match of the text, else the text. Waits until the match is known, for
 * people who type fast.
 */
function useSubmit(
  { text, exact }: Pick<Props, 'text' | 'exact'>,
  marked: SearchOption | undefined,
  choose: (result: Chosen) => void,
) {
  const waitingFor = useRef<string | null>(null);
  useEffect(() => {
    if (waitingFor.current !== text) waitingFor.current = null;
    if (waitingFor.current === null || exact === undefined) return;
    waitingFor.current = null;
    choose(exact ?? textSearch(text.trim()));
  }, [exact, text, choose]);
  return (event: FormEvent) => {
    event.preventDefault();
    if (marked !== undefined) choose(marked.result);
    else if (text.trim() === '') return;
    else if (exact === undefined) waitingFor.current = text;
    else choose(exact ?? textSearch(text.trim()));
  };
}

function Chip({ id, label }: { id: string; label: string }) {
  return (
    <span id={id} className={styles.chip} data-chip>
      {label}
    </span>
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <button type="button" className={styles.clear} aria-label={texts.search.clear} onClick={onClear}>
      <IconX size={18} />
    </button>
  );
}

function SubmitButton({ label }: { label: string }) {
  return (
    <button type="submit" className={styles.submit}>
      {label}
    </button>
  );
}

/** State of the suggestions: which are shown, and which one is marked; -1 is the field itself. */
function useOptions(options: readonly SearchOption[]) {
  const [isOpen, setOpen] = useState(false);
  // The option's key, since its position changes when more suggestions arrive.
  const [markedKey, setMarkedKey] = useState<string | null>(null);
  const marked = options.findIndex(({ key }) => key === markedKey);
  const setMarked = (index: number) => setMarkedKey(options[index]?.key ?? null);
  const show = (shown: boolean) => {
    setOpen(shown);
    setMarkedKey(null);
  };
  return {
    isOpen,
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

/** Shown in place of options. */
function Hint({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <p role="status" className={`${styles.list} ${styles.hint}`}>
      {text}
    </p>
  );
}

interface OptionsProps extends Pick<Props, 'options' | 'onForget' | 'label'> {
  id: string;
  onChoose: (result: Chosen) => void;
  marked: number;
  onMark: (index: number) => void;
}

function Options({ id, label, options, ...row }: OptionsProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list} hidden={options.length === 0}>
      {options.map((option, index) => (
        <Option key={option.key} id={`${id}-${index}`} option={option} index={index} {...row} />
      ))}
    </div>
  );
}

interface OptionProps extends Omit<OptionsProps, 'options' | 'label'> {
  option: SearchOption;
  index: number;
}

const ICONS = { drive: IconRoute, place: IconMapPin, geoname: IconMapPin, text: IconMapPin, collection: IconMenu2 };

function Option({ id, option, index, marked, onChoose, onForget, onMark }: OptionProps) {
  const { result, isRecent, detail } = option;
  const Icon = isRecent ? IconHistory : ICONS[result.type];
  const kind = texts.search.kinds[isRecent ? 'recent' : result.type];
  // The details of a collection begin with its kind.
  const description = [result.type === 'collection' ? '' : kind, detail].filter(Boolean).join(', ');
  return (
    <div
      id={id}
      role="option"
      aria-selected={index === marked}
      aria-description={heardText(description)}
      className={styles.option}
      onPointerMove={() => index !== marked && onMark(index)}
      // The field must keep the focus until a choice is made.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(result)}
    >
      <Icon size={18} />
      <span className={styles.label}>
        {result.label}
        {detail && (
          <span className={styles.detail} aria-hidden="true">
            {detail}
          </span>
        )}
      </span>
      {option.isRecent && <Forget onForget={() => onForget(option.result)} />}
    </div>
  );
}

/** For pointers; on the keyboard it is Shift+Delete, as in a browser's own address bar. */
function Forget({ onForget }: { onForget: () => void }) {
  return (
    <span
      className={styles.remove}
      title={texts.search.remove}
      aria-hidden="true"
      onClick={(event) => {
        event.stopPropagation();
        onForget();
      }}
    >
      <IconX size={16} />
    </span>
  );
}
