import { Button } from '@mantine/core';
import { roadNumberOf } from '@switchback/contracts/rules/road-number';
import { useState } from 'react';
import { useLazyNearestQuery } from '../../../api/api.js';
import type { DriveCardData } from '../../../api/types.js';
import { numberText } from '../../../lib/text/units.js';
import { exploreTexts } from '../../../texts/explore.js';
import { activeFilters, NO_FILTERS, searchesEverywhere, withoutFilter, type ExploreState } from '../explore-state.js';
import { apiFilters, type MapContext } from '../query.js';
import type { Update } from '../use-explore-state.js';
import styles from './Results.module.css';
import { useWorstFilter } from './use-worst-filter.js';

interface Props {
  state: ExploreState;
  surroundings: MapContext;
  update: Update;
  onNearest: (drive: DriveCardData) => void;
}

/** Empty result: explains it, and offers the change that brings the most drives. */
export function EmptyState({ state, surroundings, update, onNearest }: Props) {
  const { results, filterNames, filters } = exploreTexts;
  const missing = state.view === 'list' && state.search?.type === 'drive';
  const road = state.search?.type === 'text' ? roadNumberOf(state.search.label) : null;
  const everywhere = searchesEverywhere(state);
  const worst = useWorstFilter(state, surroundings, !missing);
  const [find] = useLazyNearestQuery();
  const [noneAnywhere, setNoneAnywhere] = useState(false);
  const goToNearest = async () => {
    const anywhere = { ...apiFilters(state, surroundings), bounds: undefined };
    const { data } = await find(anywhere, true);
    if (data) onNearest(data);
    else setNoneAnywhere(true);
  };
  return (
    <div className={styles.empty}>
      <p>{missing ? results.missing : state.view === 'map' ? results.emptyMap : results.emptyList}</p>
      {state.search?.type === 'text' && (
        <p className={styles.advice}>
          {road === null ? results.noMatch(state.search.label) : results.noRoad(road)}{' '}
          {/\d/.test(state.search.label) ? results.noMatchAdvice : results.noNameAdvice}
        </p>
      )}
      {worst !== null && (
        <>
          {worst.name !== 'search' && (
            <p className={styles.advice}>{results.worst(filterNames[worst.name], numberText(worst.count))}</p>
          )}
          <Button onClick={() => update(worst.name === 'search' ? { search: null } : withoutFilter(state, worst.name))}>
            {worst.name === 'search' ? results.clearSearch : results.drop(filterNames[worst.name])}
          </Button>
        </>
      )}
      {worst === null && activeFilters(state).length > 1 && (
        <Button variant="default" onClick={() => update({ ...NO_FILTERS })}>
          {filters.reset}
        </Button>
      )}
      {state.view === 'map' && !everywhere && !noneAnywhere && (
        <Button variant={worst === null ? 'filled' : 'default'} onClick={() => void goToNearest()}>
          {results.nearest}
        </Button>
      )}
      {noneAnywhere && <p className={styles.advice}>{results.noneAnywhere}</p>}
    </div>
  );
}
