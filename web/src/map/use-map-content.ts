import { decodePolyline } from '@switchback/geo/polyline';
import type { Bounds } from '@switchback/geo/location';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../api/api.js';
import type { ApiFilters } from '../api/types.js';
import { type RootState, useAppDispatch, useAppSelector } from '../lib/store.js';
import type { MapCluster, MapLine, MapPosition } from './map-port.js';
import { showsClusters } from './zoom.js';

export interface MapContent {
  clusters: readonly MapCluster[];
  lines: readonly MapLine[];
  /** Number of drives in this box that pass the filters, drawn or not. */
  total: number;
}

export interface MapContentState {
  /** The latest response, until the next one arrives. Null before the first. */
  content: MapContent | null;
  /** True if the last call failed, so the content is of an earlier place or filter. */
  failed: boolean;
}

const BOX_DECIMALS = 5;

/** Returns the content for the filters at this place: clusters with exact counts at low zooms, lines above. */
export function useMapContent(filters: ApiFilters, position: MapPosition | null): MapContentState {
  const dispatch = useAppDispatch();
  const [known, setKnown] = useState<{ key: string; answer: Answer | null; failed: boolean }>();
  const request = position === null ? null : requestOf(filters, position);
  const key = request === null ? '' : JSON.stringify(request);

  useEffect(() => {
    if (key === '') return;
    const { kind, arg } = JSON.parse(key) as ContentRequest;
    let live = true;
    const call =
      kind === 'clusters'
        ? dispatch(api.endpoints.clusters.initiate(arg))
        : dispatch(api.endpoints.lines.initiate(arg));
    const settle = (answer: Answer | null) => {
      if (live) setKnown((last) => ({ key, answer: answer ?? last?.answer ?? null, failed: answer === null }));
    };
    call.unwrap().then(settle, () => settle(null));
    return () => {
      live = false;
      call.abort();
      call.unsubscribe();
    };
  }, [dispatch, key]);

  // The same request may get a new response: for another person, or after a change of their lists.
  const select = useMemo(() => selectorOf(key), [key]);
  const answer = useAppSelector(select) ?? known?.answer ?? null;
  const content = useMemo(() => (answer === null ? null : contentOf(answer)), [answer]);
  return { content, failed: known?.key === key && known.failed };
}

function selectorOf(key: string): (state: RootState) => Answer | undefined {
  if (key === '') return () => undefined;
  const { kind, arg } = JSON.parse(key) as ContentRequest;
  const select = kind === 'clusters' ? api.endpoints.clusters.select(arg) : api.endpoints.lines.select(arg);
  return (state) => select(state).data;
}

interface ContentRequest {
  kind: 'clusters' | 'lines';
  arg: ApiFilters & { zoom: number };
}

/** Whole zooms and rounded boxes, so that a tiny move requests nothing new. */
function requestOf(filters: ApiFilters, { bounds, zoom }: MapPosition): ContentRequest {
  const kind = showsClusters(zoom) ? 'clusters' : 'lines';
  const arg = {
    ...filters,
    bounds: boundsText(bounds),
    zoom: kind === 'clusters' ? Math.round(zoom) : Math.ceil(zoom),
  };
  return { kind, arg };
}

function boundsText({ north, east, south, west }: Bounds): string {
  return [north, east, south, west].map((degrees) => Number(degrees.toFixed(BOX_DECIMALS))).join();
}

type Answer =
  | { clusters: readonly MapCluster[]; total: number }
  | { lines: readonly { id: string; path: string }[]; total: number };

function contentOf(answer: Answer): MapContent {
  if ('clusters' in answer) return { clusters: answer.clusters, lines: [], total: answer.total };
  return {
    clusters: [],
    lines: answer.lines.map(({ id, path }) => ({ id, path: decodePolyline(path) })),
    total: answer.total,
  };
}
