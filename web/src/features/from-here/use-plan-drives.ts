import { skipToken } from '@reduxjs/toolkit/query';
import type { Plan } from '@switchback/contracts/resources/plan';
import { useMemo } from 'react';
import { useSummariesQuery } from '../../api/summaries-api.js';
import type { DriveCardData } from '../../api/types.js';
import { drivesOf } from './plan-facts.js';

const NO_DRIVES: readonly DriveCardData[] = [];

/** Returns the drives of all plans by id. Lacks those that are not loaded yet. */
export function usePlanDrives(plans: readonly Plan[]): ReadonlyMap<string, DriveCardData> {
  const ids = useMemo(() => [...new Set(plans.flatMap(drivesOf))].sort(), [plans]);
  const { data = NO_DRIVES } = useSummariesQuery(ids.length === 0 ? skipToken : ids);
  return useMemo(() => new Map(data.map((drive) => [drive.id, drive])), [data]);
}
