import type { SearchResult } from '@switchback/contracts/resources/geo';
import type { LatLng } from '@switchback/geo/location';
import { useState } from 'react';
import { useSuggestPlacesQuery } from '../../api/api.js';
import { SearchBox } from '../../components/SearchBox.js';
import { exactResult, searchOptions } from '../../lib/search-options.js';
import { useDebounced } from '../../lib/use-debounced.js';
import { useLazyPlaceQuery } from './place-endpoint.js';

const TYPING_MS = 100;

interface Props {
  label: string;
  placeholder: string;
  /** Label of the chosen place; '' if none. */
  chosen: string;
  /** Name that could not be resolved to a place; prefills the field so that the user can search further. */
  asked?: string;
  near: LatLng | null;
  onPlace: (label: string, location: LatLng) => void;
  onClear?: () => void;
}

/** A field for one place, with suggestions below it. */
export function PlaceField({ label, placeholder, chosen, asked = '', near, onPlace, onClear }: Props) {
  const [text, setText] = useState(asked);
  const trimmed = useDebounced(text.trim(), TYPING_MS);
  const [findPlace] = useLazyPlaceQuery();
  const where = near === null ? undefined : `${near.lat.toFixed(1)},${near.lng.toFixed(1)}`;
  const { data = [], isFetching } = useSuggestPlacesQuery(
    { text: trimmed, kind: 'place', near: where },
    { skip: trimmed === '' },
  );
  const found = trimmed === '' ? [] : [data];
  const isSettled = trimmed === text.trim() && !isFetching;
  const [best] = searchOptions(trimmed, [], found);
  const choose = async ({ type, label: name, value }: SearchResult) => {
    const result = type === 'place' ? { label: name, value } : best?.result;
    if (result === undefined) return;
    const place = await findPlace(result.value)
      .unwrap()
      .catch(() => null);
    if (place === null) return;
    setText('');
    onPlace(result.label, place.location);
  };
  return (
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
      {...(onClear !== undefined && { onClear })}
    />
  );
}
