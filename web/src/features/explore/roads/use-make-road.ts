import type { Road } from '@switchback/contracts/endpoints/roads';
import { useEffect, useEffectEvent } from 'react';
import { asCallError } from '../../../api/error.js';
import { type DraftOpening, useDraftOpening } from '../../../lib/drafts/use-draft-opening.js';
import { useSession, useUser } from '../../../lib/people/use-user.js';
import { intentBrought, intentTaken, loginAsked, upgradeAsked } from '../../../lib/store/prompt-slice.js';
import { useAppDispatch, useAppSelector } from '../../../lib/store/store.js';
import { draftOfRoad } from './draft-of-road.js';
import { roadsApi } from './roads-endpoint.js';

/** Tells roads from the plans of other pages. */
const keyOf = ({ id }: Pick<Road, 'id'>) => `road:${id}`;

export interface RoadMaker extends DraftOpening {
  /** Opens a road in the editor; first asks for a login or an upgrade, and before it replaces a draft. */
  make: (road: Road) => void;
  isBusy: (road: Road) => boolean;
}

/** Opens roads in the editor. Resumes after a login or an upgrade. */
export function useMakeRoad(roads: readonly Road[]): RoadMaker {
  const session = useSession();
  const user = useUser();
  const dispatch = useAppDispatch();
  const waiting = useAppSelector(({ prompt }) => prompt.intent);
  const { open, ...opening } = useDraftOpening(user?.id ?? '', {
    keyOf,
    draftOf: async (road: Road) => {
      const { data, error } = await dispatch(roadsApi.endpoints.road.initiate(road.id, { subscribe: false }));
      return data === undefined ? asCallError(error) : draftOfRoad(road, data.directions);
    },
  });
  const make = (road: Road) => {
    const intent = { plan: keyOf(road) };
    if (session === null) dispatch(loginAsked(intent));
    // Resumes once the user has loaded.
    else if (user === null) dispatch(intentBrought(intent));
    else if (user.accountType === 'free') dispatch(upgradeAsked(intent));
    else void open(road, user);
  };
  const requested = waiting !== null && 'plan' in waiting ? waiting.plan : null;
  const resume = useEffectEvent((road: Road) => {
    dispatch(intentTaken());
    make(road);
  });
  useEffect(() => {
    const road = roads.find((one) => keyOf(one) === requested);
    if (user !== null && road !== undefined) resume(road);
  }, [user, roads, requested]);
  return { ...opening, make, isBusy: (road) => opening.busyKey === keyOf(road) };
}
