import { exploreTexts } from '../../../texts/explore.js';
import { type ExploreState, searchesEverywhere } from '../explore-state.js';
import type { DriveSearch } from '../results/use-drive-search.js';
import type { Update } from '../use-explore-state.js';
import type { Place } from '../use-surroundings.js';
import styles from './Layout.module.css';

interface Props {
  state: ExploreState;
  search: Pick<DriveSearch, 'count' | 'inView' | 'isUnderway'>;
  update: Update;
  place: Pick<Place, 'isElsewhere' | 'searchHere'>;
}

/**
 * Over the map: searches the area to which the user moved it while a drive is open. Limits a searched text to the map's
 * area while matches lie outside it, or searches everywhere again.
 */
export function SearchArea({ state, search: { count, inView, isUnderway }, update, place }: Props) {
  const { searchArea, searchEverywhere } = exploreTexts.results;
  const isOffered = searchesEverywhere(state) && !isUnderway && inView != null && inView !== count;
  if (place.isElsewhere && !searchesEverywhere(state))
    return (
      <button type="button" className={styles.area} onClick={place.searchHere}>
        {searchArea}
      </button>
    );
  if (!state.inArea && !isOffered) return null;
  return (
    <button type="button" className={styles.area} onClick={() => update({ inArea: !state.inArea })}>
      {state.inArea ? searchEverywhere : searchArea}
    </button>
  );
}
