import { decodePolyline } from '@switchback/geo/polyline';
import type { Bounds } from '@switchback/geo/location';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../api/api.js';
import type { ApiFilters } from '../api/types.js';
import { type RootState, useAppDispatch, useAppSelector } from '../lib/store/store.js';
import { distinctLines } from './distinct-lines.js';
import type { MapCluster, MapLine, MapPosition } from './map-port.js';
import { showsClusters, showsLines } from './zoom.js';

export interface MapContent {
  clusters: readonly MapCluster[];
  /** Next to clusters, only the lines that can be told apart; their drives are counted in the clusters, too. */
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

/**
 * Returns the content for the filters at this place: clusters with exact counts at low zooms, lines above, and both in
 * between.
 */
export function useMapContent(filters: ApiFilters, position: MapPosition | null): MapContentState {
  const dispatch = useAppDispatch();
  const [known, setKnown] = useState<{ key: string; answer: Answer | null; failed: boolean }>();
  const request = position === null ? null : requestOf(filters, position);
  const key = request === null ? '' : JSON.stringify(request);

  useEffect(() => {
    if (key === '') return;
    const { clusters, lines } = JSON.parse(key) as ContentRequest;
    let live = true;
    const asked = {
      clusters: clusters && dispatch(api.endpoints.clusters.initiate(clusters)),
      lines: lines && dispatch(api.endpoints.lines.initiate(lines)),
    };
    const settle = (answer: Answer | null) => {
      if (live) setKnown((last) => ({ key, answer: answer ?? last?.answer ?? null, failed: answer === null }));
    };
    Promise.all([asked.clusters?.unwrap(), asked.lines?.unwrap()]).then(
      ([counted, drawn]) => settle({ clusters: counted, lines: drawn, zoom: lines?.zoom ?? 0 }),
      () => settle(null),
    );
    return () => {
      live = false;
      for (const call of [asked.clusters, asked.lines]) {
        call?.abort();
        call?.unsubscribe();
      }
    };
  }, [dispatch, key]);

  // The same request may get a new response: for another person, or after a change of their lists.
  const select = useMemo(() => selectorsOf(key), [key]);
  const clusters = useAppSelector(select.clusters);
  const lines = useAppSelector(select.lines);
  const earlier = known?.answer ?? null;
  const content = useMemo(() => {
    const answer = select.isComplete(clusters, lines) ? { clusters, lines, zoom: select.zoom } : earlier;
    return answer === null ? null : contentOf(answer);
  }, [select, clusters, lines, earlier]);
  return { content, failed: known?.key === key && known.failed };
}

function selectorsOf(key: string) {
  const { clusters, lines } = key === '' ? {} : (JSON.parse(key) as ContentRequest);
  const counted = clusters && api.endpoints.clusters.select(clusters);
  const drawn = lines && api.endpoints.lines.select(lines);
  return {
    clusters: (state: RootState) => counted?.(state).data,
    lines: (state: RootState) => drawn?.(state).data,
    zoom: lines?.zoom ?? 0,
    /** Whether each call that the request consists of has a response. */
    isComplete: (...answers: unknown[]) =>
      [clusters, lines].some(Boolean) && [clusters, lines].every((arg, call) => !arg || answers[call] !== undefined),
  };
}

type CallArg = ApiFilters & { zoom: number };

interface ContentRequest {
  clusters?: CallArg;
  lines?: CallArg;
}

/** Whole zooms and rounded boxes, so that a tiny move requests nothing new. */
function requestOf(filters: ApiFilters, { bounds, zoom }: MapPosition): ContentRequest {
  const place = { ...filters, bounds: boundsText(bounds) };
  return {
    ...(showsClusters(zoom) && { clusters: { ...place, zoom: Math.round(zoom) } }),
    ...(showsLines(zoom) && { lines: { ...place, zoom: Math.ceil(zoom) } }),
  };
}

function boundsText({ north, east, south, west }: Bounds): string {
  return [north, east, south, west].map((degrees) => Number(degrees.toFixed(BOX_DECIMALS))).join();
}

interface Answer {
  clusters: { clusters: readonly MapCluster[]; total: number } | undefined;
  lines: { lines: readonly { id: string; path: string; approximate: boolean }[]; total: number } | undefined;
  /** Zoom of the lines. */
  zoom: number;
}

function contentOf({ clusters, lines, zoom }: Answer): MapContent {
  const drawn = lines?.lines.map(({ path, ...line }) => ({ ...line, path: decodePolyline(path) })) ?? [];
  if (clusters === undefined) return { clusters: [], lines: drawn, total: lines?.total ?? 0 };
  return { clusters: clusters.clusters, lines: distinctLines(drawn, zoom), total: clusters.total };
}
