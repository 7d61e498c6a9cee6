import { skipToken } from '@reduxjs/toolkit/query';
import type { Road } from '@switchback/contracts/endpoints/roads';
import { ROADS_LIMIT } from '@switchback/contracts/rules/region';
import { boundsIntersect } from '@switchback/geo/bounds';
import { useCallback, useMemo, useState } from 'react';
import { useSettingsQuery } from '../../../api/api.js';
import type { CallError } from '../../../api/error.js';
import type { MapRoads } from '../../../map/map-view-props.js';
import type { ExploreState } from '../explore-state.js';
import { boundsText } from '../url.js';
import type { Update } from '../use-explore-state.js';
import type { Place } from '../use-surroundings.js';
import { useRoadsQuery } from './roads-endpoint.js';

/** Farther out, roads are too short to be seen. */
export const ROADS_FROM_ZOOM = 8;
const NONE: readonly Road[] = [];

export interface Roads {
  /** The map shows the region's area, so that the switch is of use. */
  isOffered: boolean;
  isOn: boolean;
  /** The map is too far out to show roads. */
  isTooFar: boolean;
  toggle: () => void;
  /** The curviest ones in view, the curviest first; those of before until the next ones arrive. */
  shown: readonly Road[];
  /** Number in view, listed or not; null until it is known. */
  total: number | null;
  /** Whether unpaved roads are shown, too. */
  withUnpaved: boolean;
  showUnpaved: (withUnpaved: boolean) => void;
  error: CallError | null;
  retry: () => void;
  chosenId: string | null;
  choose: (id: string | null) => void;
  onMap: MapRoads | null;
}

interface Input {
  state: Pick<ExploreState, 'roads' | 'view'>;
  update: Update;
  place: Pick<Place, 'position' | 'surroundings'>;
}

/** The region's curviest roads in the map's area, and the switch that shows them. */
export function useRoads({ state, update, place: { position, surroundings } }: Input): Roads {
  const bounds = useSettingsQuery().data?.region?.bounds ?? null;
  const isOn = state.roads && bounds !== null;
  const box = position?.bounds ?? surroundings.box;
  const isTooFar = (position?.zoom ?? surroundings.zoom) < ROADS_FROM_ZOOM;
  // Before its first report, the map has no area of its own.
  const isQueried = isOn && !isTooFar && position !== null;
  const [withUnpaved, showUnpaved] = useState(false);
  const query = { bounds: boundsText(box), limit: String(ROADS_LIMIT.max), unpaved: String(withUnpaved) };
  const { data, error, refetch } = useRoadsQuery(isQueried ? query : skipToken);
  const [chosenId, choose] = useState<string | null>(null);
  const shown = isOn && !isTooFar ? (data?.roads ?? NONE) : NONE;
  const onMap = useMemo(
    () => (isOn ? { shown, activeId: chosenId, onPick: choose } : null),
    [isOn, shown, chosenId, choose],
  );
  const toggle = useCallback(() => {
    choose(null);
    update({ roads: !state.roads });
  }, [update, state.roads]);
  return {
    isOffered: bounds !== null && (isOn || boundsIntersect(bounds, box)),
    isOn,
    isTooFar,
    toggle,
    shown,
    total: shown === NONE && data === undefined ? null : isTooFar ? 0 : (data?.total ?? null),
    withUnpaved,
    showUnpaved,
    error: (error as CallError | undefined) ?? null,
    retry: () => void refetch(),
    chosenId,
    choose,
    onMap,
  };
}
