import { skipToken } from '@reduxjs/toolkit/query';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { useMemo } from 'react';
import { useSummariesQuery } from '../../api/summaries-api.js';
import { useOwnProfileQuery } from './profile-endpoints.js';
import { type OwnProfile, withSentBack } from './profile-view.js';

interface Loaded {
  view: OwnProfile | undefined;
  error: unknown;
  refetch: () => unknown;
}

/**
 * Fetches the person's own profile, and the states of their submitted drives, which the profile lists as one. Waits for
 * both, so that nothing moves later; without the states, all of them count as pending.
 */
export function useOwnProfile(id: string): Loaded {
  const { data: profile, error, refetch } = useOwnProfileQuery(id);
  const submitted = profile?.lists.pending.slice(0, LIMITS.summariesMax) ?? [];
  const { data: drives, isLoading } = useSummariesQuery(submitted.length === 0 ? skipToken : submitted);
  const view = useMemo(() => profile && withSentBack(profile, drives ?? []), [profile, drives]);
  return { view: isLoading ? undefined : view, error, refetch };
}
