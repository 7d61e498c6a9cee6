import type { Avatar, Profile, PublicProfile, User, UserSummary } from '@switchback/contracts/resources/user';
import { UNITS_PER_METER } from '@switchback/contracts/rules/units';
import { accountTypeOf } from '@switchback/platform/wire/account-type';
import { drivenStatsOf } from '@switchback/platform/wire/driven';
import { present } from '@switchback/platform/wire/values';
import type { Account } from '@switchback/proto/auth/v1/account';
import type * as proto from '@switchback/proto/users/v1/user';

const SECONDS_PER_HOUR = 3_600;
/** Default for a users service of the previous release, as during a rollout, which lacks this field. */
const NOT_DRIVEN: proto.Driven = { distance: [], duration: [], states: [], countries: [] };

/** Builds the own view of a person: the users service's profile joined with the auth service's account. */
export function toUser(user: proto.User, account: Account): User {
  const lists = present(user.lists, 'lists');
  return {
    id: user.id,
    email: account.email,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    bio: user.bio,
    avatar: toAvatar(user.avatar),
    country: user.country ?? null,
    state: user.state ?? null,
    city: user.city ?? null,
    accountType: accountTypeOf(account.accountType),
    savedDrives: lists.saved,
    completedDrives: lists.completed,
    privateDrives: lists.private,
    pendingDrives: lists.pending,
    publishedDrives: lists.published,
    sharedDrives: lists.shared.map(({ userId: id, username, driveIds }) => ({
      user: { id, username },
      drives: driveIds,
    })),
    sharingDrives: lists.sharing.map(({ driveId, userIds }) => ({ driveId, users: userIds })),
    drivenStats: user.driven ?? NOT_DRIVEN,
  };
}

export function toProfile(user: User): Profile {
  const lists = {
    saved: user.savedDrives,
    completed: user.completedDrives,
    private: user.privateDrives,
    pending: user.pendingDrives,
    published: user.publishedDrives,
    shared: [...new Set(user.sharedDrives.flatMap(({ drives }) => drives))],
    sharing: user.sharingDrives.map(({ driveId }) => driveId),
  };
  const { saved, private: own, completed, published } = lists;
  const counts = { saved: saved.length, private: own.length, completed: completed.length, published: published.length };
  return { user, stats: { ...toFigures(drivenStatsOf(user.drivenStats)), ...counts }, lists };
}

/** Maps a profile as seen by other people: fields absent on the wire are absent here, including their counts. */
export function toPublicProfile(profile: proto.PublicProfile): PublicProfile {
  const { firstName, lastName, bio, country, state, city, saved, completed, published, drivenStats } = profile;
  return {
    user: { ...toUserSummary(profile), ...given({ firstName, lastName, bio, country, state, city }) },
    stats: {
      ...(drivenStats && toFigures(drivenStats)),
      ...given({ saved: saved?.ids.length, completed: completed?.ids.length, published: published?.ids.length }),
    },
    lists: given({ saved: saved?.ids, completed: completed?.ids, published: published?.ids }),
  };
}

export function toUserSummary({ id, username, avatar, accountType }: proto.UserSummary): UserSummary {
  return { id, username, avatar: toAvatar(avatar), accountType: accountTypeOf(accountType) };
}

function toAvatar(avatar: proto.Avatar | undefined): Avatar | null {
  return avatar ?? null;
}

/** Converts figures as in the spec: miles and hours with two decimals. */
function toFigures({ distance, duration, states, countries }: proto.DrivenStats) {
  const miles = twoDecimals(distance * UNITS_PER_METER.miles);
  return { miles, hours: twoDecimals(duration / SECONDS_PER_HOUR), states, countries };
}

function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100;
}

type Given<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Drops the undefined members. */
function given<T extends object>(all: T): Given<T> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Given<T>;
}
