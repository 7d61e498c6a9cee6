import type { PrivacyKey } from '@switchback/contracts/rules/accounts';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import type { Avatar, Privacy, UserSummary } from '@switchback/proto/users/v1/user';
import type { Profile } from './profile.entity.js';

export interface SummaryFacts extends Pick<Profile, 'id' | 'avatarId' | 'accountType'> {
  username: string;
}

export function toSummary({ id, username, avatarId, accountType }: SummaryFacts): UserSummary {
  return { id, username, avatar: avatarOf({ id, avatarId }), accountType: toWireAccountType(accountType) };
}

/** Returns the URLs of a person's picture. A new picture has a new id, so that each may be cached for a long time. */
export function avatarOf({ id: userId, avatarId }: Pick<Profile, 'id' | 'avatarId'>): Avatar | undefined {
  if (avatarId === null) return undefined;
  const address = (size: string) => `/media/users/${userId}/${avatarId}/${size}.jpg`;
  return { id: avatarId, small: address('small'), medium: address('medium'), original: address('original') };
}

export function toPrivacy({ hidden }: { hidden: readonly string[] }): Privacy {
  const shows = (key: PrivacyKey) => !hidden.includes(key);
  return {
    name: shows('name'),
    location: shows('location'),
    bio: shows('bio'),
    publishedDrives: shows('publishedDrives'),
    completedDrives: shows('completedDrives'),
    savedDrives: shows('savedDrives'),
  };
}
