import type { AccountType, PrivacyKey } from '@switchback/contracts/rules/accounts';
import type { Caller } from '@switchback/platform/rpc/call';

/** What decides who may see what of a person. */
export interface ProfileAccess {
  id: string;
  accountType: AccountType;
  /** False while staff keep the person out. */
  enabled: boolean;
  hidden: readonly PrivacyKey[];
}

/** What a profile is made of beside its username, its picture and its account type. */
export const PROFILE_PARTS = [
  'name',
  'location',
  'bio',
  'savedDrives',
  'completedDrives',
  'publishedDrives',
  'drivenStats',
] as const;
export type ProfilePart = (typeof PROFILE_PARTS)[number];

export type Viewer = 'anyone' | 'member' | 'owner' | 'admin';

/** What only paid accounts keep, whoever looks. What somebody published as a Hero stays theirs to show. */
const HERO_PARTS: ReadonlySet<ProfilePart> = new Set(['completedDrives', 'drivenStats']);

/** As whom a caller looks at a profile; a visitor is anyone. */
export function viewerOf(profile: Pick<ProfileAccess, 'id'>, caller: Caller | null): Viewer {
  if (caller === null) return 'anyone';
  if (caller.userId === profile.id) return 'owner';
  return caller.accountType === 'admin' ? 'admin' : 'member';
}

/** Whoever may not see a person may not learn either that they exist. */
export function maySeeProfile({ enabled }: Pick<ProfileAccess, 'enabled'>, viewer: Viewer): boolean {
  return enabled || viewer === 'owner' || viewer === 'admin';
}

export function maySeePart(profile: ProfileAccess, part: ProfilePart, viewer: Viewer): boolean {
  if (profile.accountType === 'free' && HERO_PARTS.has(part)) return false;
  if (viewer === 'owner' || viewer === 'admin') return true;
  if (!maySeeProfile(profile, viewer)) return false;
  // Figures tell of the list they are made from.
  return !profile.hidden.includes(part === 'drivenStats' ? 'completedDrives' : part);
}

/** Tracking what one has driven is for paid accounts. */
export function mayKeepCompleted({ accountType }: Pick<Caller, 'accountType'>): boolean {
  return accountType !== 'free';
}
