import type { SearchResult } from '@switchback/contracts/resources/geo';
import type { LatLng } from '@switchback/geo/location';
import { type FocusEvent, useEffect, useEffectEvent, useState } from 'react';
import { SearchBox } from './SearchBox.js';
import { exactResult, searchOptions } from '../lib/search/search-options.js';
import { useDebounced } from '../lib/page/use-debounced.js';
import { usePlaceSuggestions } from '../lib/search/use-place-suggestions.js';
import styles from './PlaceField.module.css';

const TYPING_MS = 100;
/** Time from the spec after which a field that was left has a place or none. */
const LEFT_MS = 500;

interface Props {
  label: string;
  placeholder: string;
  /** Label of the chosen place; '' if none. */
  chosen: string;
  /** Name that could not be resolved to a place; prefills the field so that the user can search further. */
  asked?: string;
  near: LatLng | null;
  onPlace: (label: string, location: LatLng) => void;
}

/**
 * A field for one place, with suggestions below it. When a person leaves it with a text, the place is taken if the text
 * names exactly one; otherwise the field shows the chosen place again.
 */
export function PlaceField({ label, placeholder, chosen, asked = '', near, onPlace }: Props) {
  const [text, setText] = useState(asked);
  const [shown, setShown] = useState(chosen);
  // A place set otherwise, such as on the map, replaces the text.
  if (shown !== chosen) {
    setShown(chosen);
    setText('');
  }
  const trimmed = useDebounced(text.trim(), TYPING_MS);
  const { places, current, isFetching, locate } = usePlaceSuggestions(trimmed, near);
  const found = trimmed === '' ? [] : [places];
  const isSettled = trimmed === text.trim() && !isFetching;
  const [best] = searchOptions(trimmed, [], found);
  const choose = async ({ type, label: name, value }: SearchResult) => {
    const result = type === 'place' ? { label: name, value } : best?.result;
    if (result === undefined) return;
    const location = await locate(result.value);
    if (location === null) return;
    setText('');
    onPlace(result.label, location);
  };
  const isUnclear = text !== '' && text !== asked;
  const leaving = useLeaving(isUnclear && isSettled, () => {
    const clear = exactResult([current]) ?? (current.length === 1 ? best?.result : undefined);
    setText('');
    if (clear !== undefined) void choose(clear);
  });
  return (
    <div className={styles.place} {...leaving}>
      <SearchBox
        label={label}
        placeholder={placeholder}
        text={text}
        onText={setText}
        chip={chosen === '' ? null : { type: 'place', label: chosen, value: '' }}
        options={searchOptions(trimmed, [], found)}
        exact={isSettled ? (exactResult(found) ?? best?.result ?? null) : undefined}
        onChoose={(result) => void choose(result)}
        onForget={() => undefined}
      />
    </div>
  );
}

/** Calls back some time after the focus has left, once ready; not if it has returned meanwhile. */
function useLeaving(isReady: boolean, onLeft: () => void) {
  const [isAway, setAway] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const finish = useEffectEvent(onLeft);
  useEffect(() => {
    if (!isAway) return;
    const timer = setTimeout(() => setLeft(true), LEFT_MS);
    return () => clearTimeout(timer);
  }, [isAway]);
  useEffect(() => {
    if (isLeft && isReady) finish();
  }, [isLeft, isReady]);
  return {
    onFocus: () => {
      setAway(false);
      setLeft(false);
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setAway(!currentTarget.contains(relatedTarget)),
  };
}
