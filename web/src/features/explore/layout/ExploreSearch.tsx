import { useState } from 'react';
import { SearchBox } from '../../../components/SearchBox.js';
import type { SearchResult } from '../../../lib/search-result.js';
import { useRecentSearches } from '../../../lib/use-recent-searches.js';
import { useSuggestions } from '../../../lib/use-suggestions.js';
import { texts } from '../../../texts/en.js';
import type { View } from '../explore-state.js';

interface Props {
  view: View;
  search: SearchResult | null;
  onChoose: (result: SearchResult) => void;
  onClear: () => void;
}

/** The search bar: places on the map, regions in the list, drives in both. It shows the search that is on. */
export function ExploreSearch({ view, search, onChoose, onClear }: Props) {
  const [text, setText] = useState(() => restoredLabel(search));
  const label = search?.label ?? '';
  const [shown, setShown] = useState(label);
  if (label !== shown) {
    setShown(label);
    // What is being typed stays when a search that it is not part of goes.
    if (label !== '' || text === shown) setText(label);
  }
  const kind = view === 'map' ? 'place' : 'geoname';
  const changed = text !== label;
  const { drives, places } = useSuggestions(changed ? text : '', kind);
  const recent = useRecentSearches();
  return (
    <SearchBox
      text={text}
      onText={setText}
      groups={[
        {
          title: texts.explore.search.recent,
          items: text.trim() === '' ? recent.searches : [],
          onRemove: recent.forget,
        },
        { title: texts.explore.search.places[view], items: places },
        { title: texts.explore.search.drives, items: drives },
      ]}
      onChoose={(result) => {
        setText(result.label);
        recent.note(result);
        onChoose(result);
      }}
      onClear={() => {
        setText('');
        onClear();
      }}
      label={texts.explore.search.label[view]}
      placeholder={texts.explore.search.placeholder}
    />
  );
}

/** Only a drive, a text or a place comes back when the page is loaded again. */
function restoredLabel(search: SearchResult | null): string {
  return search === null || search.type === 'geoname' ? '' : search.label;
}
