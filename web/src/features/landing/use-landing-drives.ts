import { skipToken } from '@reduxjs/toolkit/query';
import type { LatLng } from '@switchback/geo/location';
import { useNearbyQuery, usePopularQuery, useWorldRankingQuery } from '../../api/api.js';
import type { DriveCardData } from '../../api/types.js';
import { metersTo } from '../../lib/drives/away-text.js';
import { useDeviceLocation } from '../../lib/page/device-location.js';
import { locationText } from '../../lib/text/location-text.js';

/** A day's outing: drives that pass farther away are not near. */
const NEARBY_METERS = 160_000;

interface LandingDrives {
  /** The device; null while or if it is unknown. */
  location: LatLng | null;
  /** Empty until the device's location is known. */
  nearby: readonly DriveCardData[];
  /** Undefined until they load. */
  popular: readonly DriveCardData[] | undefined;
  ranked: readonly DriveCardData[];
  failed: boolean;
  retry: () => void;
}

/**
 * Returns the drives of the landing page's sections. No drive is in two of them: what is nearby comes first, and a
 * ranked drive is in its own section rather than among the popular ones.
 */
export function useLandingDrives(): LandingDrives {
  const location = useDeviceLocation();
  const { data: nearest = [] } = useNearbyQuery(location === null ? skipToken : locationText(location));
  const { data: popular, isError: failed, refetch } = usePopularQuery();
  const { data: ranked = [] } = useWorldRankingQuery();
  const nearby = location === null ? [] : nearest.filter((drive) => metersTo(drive, location) <= NEARBY_METERS);
  const farRanked = without(ranked, nearby);
  const others = popular && without(popular, [...nearby, ...farRanked]);
  // If staff ranked every popular drive, the page still begins with them.
  const isAllRanked = others?.length === 0 && nearby.length === 0;
  return {
    location,
    nearby,
    popular: isAllRanked ? popular : others,
    ranked: isAllRanked ? without(farRanked, popular ?? []) : farRanked,
    failed,
    retry: () => void refetch(),
  };
}

function without(drives: readonly DriveCardData[], shown: readonly DriveCardData[]): readonly DriveCardData[] {
  const ids = new Set(shown.map(({ id }) => id));
  return drives.filter(({ id }) => !ids.has(id));
}
