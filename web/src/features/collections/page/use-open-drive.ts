import type { CollectionItem } from '@switchback/contracts/resources/collection';
import { type To, useLocation, useNavigate } from 'react-router';
import { groupsOf, type Stop } from './items/plan-days.js';

/** Parameter of the URL with the key of the item whose drive is open. */
const PARAMETER = 'drive';
/** State of a history entry that a press on the page made: Back leads to the list. */
const FROM_LIST = { fromList: true };

export interface OpenDrive {
  /** The item whose drive is open; null if there is none. */
  stop: Stop | null;
  /** Opens the drive before or after it in the collection; null if there is none. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  /** Opens an item's drive in place of the open one. */
  step: (key: string) => void;
  close: () => void;
}

/** Returns the item of the collection that the URL opens, and the actions of its panel. */
export function useOpenDrive(items: readonly CollectionItem[], days: number): OpenDrive {
  const location = useLocation();
  const navigate = useNavigate();
  const key = new URLSearchParams(location.search).get(PARAMETER);
  const stops =
    key === null
      ? []
      : groupsOf(items, days).flatMap((group) => group.stops.filter(({ item }) => item.driveId !== null));
  const at = stops.findIndex((stop) => stop.key === key);
  const step = (next: string) =>
    void navigate(addressOf(location, next), { replace: true, state: location.state as unknown });
  const stepTo = (stop: Stop | undefined) => (stop === undefined ? null : () => step(stop.key));
  return {
    stop: stops[at] ?? null,
    onPrevious: stepTo(stops[at - 1]),
    onNext: at < 0 ? null : stepTo(stops[at + 1]),
    step,
    close: () => {
      if (isFromList(location.state)) void navigate(-1);
      else void navigate(addressOf(location, null), { replace: true });
    },
  };
}

/** Returns the link that opens an item's drive over the list. */
export function useOpeningLink(key: string): { to: To; state: unknown } {
  return { to: addressOf(useLocation(), key), state: FROM_LIST };
}

/** Returns an address on the same page, with the secret of its link. */
function addressOf({ search, hash }: { search: string; hash: string }, key: string | null): To {
  const query = new URLSearchParams(search);
  if (key === null) query.delete(PARAMETER);
  else query.set(PARAMETER, key);
  return { search: query.toString(), hash };
}

function isFromList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromList' in state;
}
