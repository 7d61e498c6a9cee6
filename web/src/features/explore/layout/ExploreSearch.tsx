import type { LatLng } from '@switchback/geo/location';
import { useState } from 'react';
import { SearchBox } from '../../../components/SearchBox.js';
import type { SearchResult } from '../../../lib/search-result.js';
import { useSuggestions } from '../../../lib/use-suggestions.js';
import { texts } from '../../../texts/en.js';
import type { View } from '../explore-state.js';

interface Props {
  view: View;
  search: SearchResult | null;
  /** Where the page looks; null where it looks everywhere. */
  near: LatLng | null;
  onChoose: (result: SearchResult) => void;
  onClear: () => void;
}

/** The search bar: places on the map, regions in the list, drives in both. It shows the search that is on. */
export function ExploreSearch({ view, search, near, onChoose, onClear }: Props) {
  const words = search?.type === 'text' ? search.label : '';
  const [text, setText] = useState(words);
  const [shown, setShown] = useState(words);
  // A region that a link brings stands in the filters it set, and only there.
  const [restored] = useState(search);
  if (words !== shown) {
    setShown(words);
    // What is being typed stays when a search that it is not part of goes.
    if (words !== '' || text === shown) setText(words);
  }
  const isHidden = search?.type === 'text' || (search?.type === 'geoname' && search.value === restored?.value);
  const kind = view === 'map' ? 'place' : 'geoname';
  const { note, ...suggestions } = useSuggestions({ text: text === words ? '' : text, kind, near });
  return (
    <SearchBox
      text={text}
      onText={setText}
      chip={isHidden ? null : search}
      {...suggestions}
      onChoose={(result) => {
        setText(result.type === 'text' ? result.label : '');
        note(result);
        onChoose(result);
      }}
      onClear={onClear}
      label={texts.explore.search.label[view]}
      placeholder={texts.explore.search.placeholder}
    />
  );
}
