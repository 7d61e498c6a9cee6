import { PRIVACIES, PUBLICATION_STATUSES } from '@switchback/contracts/rules/drives';
import type { Caller } from '@switchback/platform/rpc/call';
import { heroViewer, isStaff, viewersOf } from '@switchback/platform/wire/audience';
import type { Audience } from '@switchback/proto/drives/v1/events';
import { audienceOf, type DriveAccess } from './drive.policy.js';

type State = Pick<DriveAccess, 'privacy' | 'status'>;

const OWNER = 'owner';
const FRIEND = 'friend';
const STATES = PRIVACIES.flatMap((privacy) => PUBLICATION_STATUSES.map((status): State => ({ privacy, status })));

/** Returns the states in which the policy grants such an audience. */
function statesWhere(test: (audience: Audience) => boolean): State[] {
  return STATES.filter((state) => test(audienceOf({ ...state, ownerId: OWNER, sharedWith: [FRIEND], hidden: false })));
}

/** Repeats the conditions of the partial indexes literally, so that the planner can use them. */
function sqlOf(states: readonly State[], alias: string): string {
  const conditions = PRIVACIES.flatMap((privacy) => {
    const statuses = states.filter((state) => state.privacy === privacy).map(({ status }) => `'${status}'`);
    if (statuses.length === 0) return [];
    return [`${alias}privacy = '${privacy}' and ${alias}status in (${statuses.join(', ')})`];
  });
  return `(${conditions.join(' or ')}) and not ${alias}hidden`;
}

/** The states of public drives, shown in lists for everyone; also as a condition on `drive`. */
export const PUBLISHED = statesWhere(({ isPublic }) => isPublic);
export const PUBLISHED_SQL = sqlOf(PUBLISHED, '');

const SHARED_SQL = sqlOf(
  statesWhere(({ viewers }) => viewers.includes(heroViewer(FRIEND))),
  'drive.',
);

/** The policy's audience as an SQL condition on `drive`; the values of {@link viewerOf} are $1 to $3. */
export const VISIBLE = `(${sqlOf(PUBLISHED, 'drive.')} or $1
  or drive.owner_id = $2 and ${sqlOf(
    statesWhere(({ viewers }) => viewers.includes(OWNER)),
    'drive.',
  )}
  or drive.shared_with @> array[$3] and ${SHARED_SQL})`;

/**
 * The drives of {@link VISIBLE}, plus those that the caller would see with a Hero account; the values of
 * {@link knowerOf} are $1 to $4.
 */
export const KNOWN = `(${VISIBLE} or drive.shared_with @> array[$4] and ${SHARED_SQL})`;

/** Returns the values of {@link VISIBLE}; null if they do not apply. */
export function viewerOf(caller: Caller | null): [isStaff: boolean, viewer: string | null, friend: string | null] {
  const [viewer = null, hero] = viewersOf(caller);
  return [isStaff(caller), viewer, hero === undefined ? null : viewer];
}

/** Returns the values of {@link KNOWN}; null if they do not apply. */
export function knowerOf(caller: Caller | null): [...ReturnType<typeof viewerOf>, freeFriend: string | null] {
  const [isStaff, viewer, friend] = viewerOf(caller);
  return [isStaff, viewer, friend, friend === null ? viewer : null];
}
