import { unionBounds } from '@switchback/geo/bounds';
import { type ReactNode, useCallback, useEffect } from 'react';
import { useSummariesQuery } from '../../../api/summaries-api.js';
import type { DriveCardData } from '../../../api/types.js';
import { exploreTexts } from '../../../texts/explore.js';
import type { ExploreState } from '../explore-state.js';
import styles from '../layout/Layout.module.css';
import type { Away } from '../results/use-away.js';
import { useMeasured } from '../results/use-measured.js';
import type { Destinations } from '../use-destinations.js';
import type { Update } from '../use-explore-state.js';
import type { Origin } from '../../../lib/drives/away-text.js';
import type { Place } from '../use-surroundings.js';
import { withCompared } from './compared.js';
import { Comparison } from './Comparison.js';

const NONE: readonly DriveCardData[] = [];

interface Input {
  state: ExploreState;
  update: Update;
  away: Away;
  origin: Origin | null;
  destinations: Pick<Destinations, 'goTo' | 'returnTo'>;
  place: Pick<Place, 'before'>;
  onOpen: (drive: DriveCardData) => void;
}

interface ComparisonOfPage {
  /** The compared drives, while their comparison is shown. */
  drives: readonly DriveCardData[];
  panel: ReactNode;
  tick: (id: string, isTicked: boolean) => void;
  /** Shows the comparison, or closes it. */
  show: () => void;
}

/** The comparison of the ticked drives: the map moves to them and, after it is closed, back to where it was. */
export function useComparison({ state, update, away, origin, destinations, place, onOpen }: Input): ComparisonOfPage {
  const { compared, comparing, view, drive } = state;
  const { goTo, returnTo } = destinations;
  const { currentData: found = NONE, isFetching: isLoading } = useSummariesQuery(compared, { skip: !comparing });
  const drives = useMeasured(found, origin);
  const isOnMap = comparing && view === 'map' && drive === null;
  useEffect(() => {
    if (isOnMap && found.length > 0) goTo(found.map(({ bounds }) => bounds).reduce(unionBounds));
  }, [isOnMap, found, goTo]);
  const { before } = place;
  const close = useCallback(() => {
    update({ comparing: false });
    if (before !== null) returnTo(before);
  }, [update, before, returnTo]);
  const setCompared = useCallback(
    (next: readonly string[]) => {
      update({ compared: next });
      if (comparing && next.length === 0) close();
    },
    [update, comparing, close],
  );
  const tick = useCallback(
    (id: string, isTicked: boolean) => setCompared(withCompared(compared, id, isTicked)),
    [setCompared, compared],
  );
  const panel = comparing && (
    <aside className={styles.details} aria-label={exploreTexts.compare.title}>
      <Comparison
        drives={drives}
        isLoading={isLoading}
        away={away}
        onOpen={onOpen}
        onRemove={(id) => tick(id, false)}
        onClear={() => setCompared([])}
        onClose={close}
      />
    </aside>
  );
  const show = () => {
    if (comparing) close();
    else update({ comparing: true, drive: null, details: false }, { push: true });
  };
  return { drives: comparing ? drives : NONE, panel: panel || null, tick, show };
}
