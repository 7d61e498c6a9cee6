import type { AccountType } from '@switchback/contracts/rules/accounts';
import type { Caller } from '@switchback/platform/rpc/call';

/** Facts that decide who may see which parts of a person's profile. */
export interface ProfileAccess {
  id: string;
  accountType: AccountType;
  /** False while the person is suspended by staff. */
  enabled: boolean;
  /** Keys of privacy settings. */
  hidden: readonly string[];
}

/** Parts of a profile, apart from its username, picture and account type. */
export const PROFILE_PARTS = [
  'name',
  'location',
  'bio',
  'savedDrives',
  'completedDrives',
  'publishedDrives',
  'drivenStats',
] as const;
export type ProfileSection = (typeof PROFILE_PARTS)[number];

export type Viewer = 'anyone' | 'member' | 'owner' | 'admin';

/** Parts that only paid accounts have, whoever looks. Drives published as a Hero remain visible. */
const HERO_PARTS: ReadonlySet<ProfileSection> = new Set(['completedDrives', 'drivenStats']);

/** Returns the role in which a caller views a profile; a visitor is anyone. */
export function viewerOf(profile: Pick<ProfileAccess, 'id'>, caller: Caller | null): Viewer {
  if (caller === null) return 'anyone';
  if (caller.userId === profile.id) return 'owner';
  return caller.accountType === 'admin' ? 'admin' : 'member';
}

/** A caller who may not see a person must not learn that they exist, either. */
export function maySeeProfile({ enabled }: Pick<ProfileAccess, 'enabled'>, viewer: Viewer): boolean {
  return enabled || viewer === 'owner' || viewer === 'admin';
}

export function maySeeSection(profile: ProfileAccess, section: ProfileSection, viewer: Viewer): boolean {
  if (profile.accountType === 'free' && HERO_PARTS.has(section)) return false;
  if (viewer === 'owner' || viewer === 'admin') return true;
  if (!maySeeProfile(profile, viewer)) return false;
  // Figures reveal the list from which they are computed.
  return !profile.hidden.includes(section === 'drivenStats' ? 'completedDrives' : section);
}

/** Tracking completed drives is for paid accounts. */
export function mayKeepCompleted({ accountType }: Pick<Caller, 'accountType'>): boolean {
  return accountType !== 'free';
}
