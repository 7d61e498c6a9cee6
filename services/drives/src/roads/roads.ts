import type { ErrorName } from '@switchback/contracts/errors';
import { toRefusal } from '@switchback/platform/errors';
import type { Call, LazyPeer } from '@switchback/platform/rpc/call';
import type { RoadsService } from '@switchback/proto/roads/v1/service';

/** Token of the client of the roads service. */
export const ROADS = Symbol('RoadsService');

/** Client of some calls of the roads service. */
export type RoadsPeer<Calls extends keyof RoadsService> = LazyPeer<RoadsService, Calls>;

/** Client of the calls that derive facts about lines. */
export type MeasuringRoads = RoadsPeer<'checkLines' | 'measureLine'>;

/** Client of all calls of the upgrade. */
export type DerivingRoads = RoadsPeer<'checkLines' | 'measureLine' | 'findManeuvers'>;

/** Errors that say nothing about the request. */
const FAILURES: readonly ErrorName[] = ['unavailable', 'timeout', 'internal'];
/** Time for the rest of a call, in which a drive is saved or straight legs are drawn. */
const REST_MS = 1_000;

/**
 * Returns the answer of the roads service; what drives knows by itself while that service is away, fails or takes all the
 * time of the call.
 * @param ask with the call to pass on.
 * @throws refusals of the roads service; the signal's reason.
 */
export async function orWithout<Answer>(
  call: Call,
  ask: (within: Call) => Promise<Answer>,
  without: () => Answer,
): Promise<Answer> {
  const { deadlineMs, signal } = call;
  try {
    return await ask(deadlineMs === undefined ? call : { ...call, deadlineMs: deadlineMs - REST_MS });
  } catch (error) {
    signal?.throwIfAborted();
    if (!FAILURES.includes(toRefusal(error).error)) throw error;
    return without();
  }
}
