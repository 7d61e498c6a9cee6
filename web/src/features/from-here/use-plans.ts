import { skipToken } from '@reduxjs/toolkit/query';
import type { PlanRequest, PlansAnswer } from '@switchback/contracts/endpoints/plans';
import { useMemo } from 'react';
import { asCallError, type CallError } from '../../api/error.js';
import { useDebounced } from '../../lib/page/use-debounced.js';
import type { PlanState } from './plan-url.js';
import { usePlansQuery } from './plans-endpoint.js';

const SETTLE_MS = 300;

export interface FoundPlans {
  /** The latest response, until the next one arrives. Null before the first. */
  answer: PlansAnswer | null;
  isPlanning: boolean;
  /** Error of the last call, if it failed. */
  error: CallError | null;
  retry: () => void;
}

/** Returns the plans for the state, once it has settled. */
export function usePlans({ start, to, minutes, taste, loop, seed }: PlanState): FoundPlans {
  const { lat, lng } = start?.location ?? {};
  const { lat: toLat, lng: toLng } = to?.location ?? {};
  const requested = useMemo((): PlanRequest | null => {
    if (lat === undefined || lng === undefined) return null;
    const leading = toLat === undefined || toLng === undefined ? {} : { to: { lat: toLat, lng: toLng } };
    return { location: { lat, lng }, ...leading, minutes, taste, loop, seed };
  }, [lat, lng, toLat, toLng, minutes, taste, loop, seed]);
  const settled = useDebounced(requested, SETTLE_MS);
  const { data, error, isFetching, refetch } = usePlansQuery(settled ?? skipToken);
  const isPlanning = requested !== null && (isFetching || settled !== requested);
  return {
    answer: requested === null ? null : (data ?? null),
    isPlanning,
    error: error === undefined || isPlanning ? null : asCallError(error),
    retry: () => void refetch(),
  };
}
