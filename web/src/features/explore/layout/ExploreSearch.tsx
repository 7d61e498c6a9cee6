import type { LatLng } from '@switchback/geo/location';
import { useState } from 'react';
import { SearchBox } from '../../../components/SearchBox.js';
import type { SearchResult } from '../../../lib/search/search-result.js';
import { useSuggestions } from '../../../lib/search/use-suggestions.js';
import { texts } from '../../../texts/en.js';
import type { ExploreState } from '../explore-state.js';
import { useFilteredRegion } from '../filters/use-filtered-region.js';

interface Props {
  state: Pick<ExploreState, 'view' | 'search' | 'country' | 'states'>;
  /** Center of the search; null to search everywhere. */
  near: LatLng | null;
  onChoose: (result: SearchResult) => void;
  onClear: () => void;
}

/** Search bar: places on the map, regions in the list, drives in both. Shows the active search. */
export function ExploreSearch({ state, near, onChoose, onClear }: Props) {
  const { view, search } = state;
  const region = useFilteredRegion(state);
  const words = search?.type === 'text' ? search.label : '';
  const [text, setText] = useState(words);
  const [shown, setShown] = useState(words);
  if (words !== shown) {
    setShown(words);
    // Keeps the text being typed when an unrelated search is cleared.
    if (words !== '' || text === shown) setText(words);
  }
  // A region from a link, or one set in the filters, shows as the filtered region.
  const [restored] = useState(search);
  const isFilter = search === null || (search.type === 'geoname' && search.value === restored?.value);
  const chip = isFilter ? region : search;
  const kind = view === 'map' ? 'place' : 'geoname';
  const { note, ...suggestions } = useSuggestions({ text: text === words ? '' : text, kind, near });
  return (
    <SearchBox
      text={text}
      onText={setText}
      chip={chip?.type === 'text' ? null : chip}
      {...suggestions}
      onChoose={(result) => {
        setText(result.type === 'text' ? result.label : '');
        note(result);
        onChoose(result);
      }}
      onClear={onClear}
      label={texts.search.label[view]}
      placeholder={texts.search.placeholder}
    />
  );
}
