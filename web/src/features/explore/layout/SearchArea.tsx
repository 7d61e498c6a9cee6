import { exploreTexts } from '../../../texts/explore.js';
import { type ExploreState, searchesEverywhere } from '../explore-state.js';
import type { DriveSearch } from '../results/use-drive-search.js';
import type { Update } from '../use-explore-state.js';
import styles from './Layout.module.css';

interface Props {
  state: ExploreState;
  search: Pick<DriveSearch, 'count' | 'inView' | 'isUnderway'>;
  update: Update;
}

/** Over the map: limits a searched text to the map's area while matches lie outside it, or searches everywhere again. */
export function SearchArea({ state, search: { count, inView, isUnderway }, update }: Props) {
  const { searchArea, searchEverywhere } = exploreTexts.results;
  const isOffered = searchesEverywhere(state) && !isUnderway && inView != null && inView !== count;
  if (!state.inArea && !isOffered) return null;
  return (
    <button type="button" className={styles.area} onClick={() => update({ inArea: !state.inArea })}>
      {state.inArea ? searchEverywhere : searchArea}
    </button>
  );
}
