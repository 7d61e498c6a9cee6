import type { DriveSummary } from '@switchback/contracts/resources/drive';
import type { Profile, PublicProfile } from '@switchback/contracts/resources/user';

/** Lists of drives on their way to publication, which are shown only while they hold any. */
const SUBMITTED = ['pending', 'changes-requested'] as const;

/** Sections of a profile, in display order; other users see the first, second and sixth. */
const SECTIONS = ['saved', 'completed', 'private', ...SUBMITTED, 'published', 'shared', 'sharing'] as const;
export type Section = (typeof SECTIONS)[number];

/** The owner's profile, with the drives that staff sent back in a list of their own. */
export type OwnProfile = Omit<Profile, 'lists'> & { lists: Record<Section, string[]> };

/** Profile as the viewer sees it: the owner sees all of it, anyone else only the parts made visible. */
export type ProfileView = PublicProfile | OwnProfile;

/** Separates the drives that staff sent back from those that await review. */
export function withSentBack(
  { lists, ...rest }: Profile,
  submitted: readonly Pick<DriveSummary, 'id' | 'status'>[],
): OwnProfile {
  const sentBack = new Set(submitted.filter(({ status }) => status === 'changes-requested').map(({ id }) => id));
  return {
    ...rest,
    lists: {
      ...lists,
      pending: lists.pending.filter((id) => !sentBack.has(id)),
      'changes-requested': lists.pending.filter((id) => sentBack.has(id)),
    },
  };
}

/** Returns the drives of each visible section. */
export function sectionsOf({ lists }: ProfileView): [Section, readonly string[]][] {
  const known: Partial<OwnProfile['lists']> = lists;
  return SECTIONS.flatMap((name): [Section, readonly string[]][] => {
    const ids = known[name];
    return ids === undefined || (isSubmitted(name) && ids.length === 0) ? [] : [[name, ids]];
  });
}

function isSubmitted(name: Section): boolean {
  return SUBMITTED.some((submitted) => submitted === name);
}

const TILES = [
  'miles',
  'hours',
  'states',
  'countries',
  'saved',
  'completed',
  'private',
  ...SUBMITTED,
  'published',
] as const;
export type Tile = (typeof TILES)[number];

/** Figures that stay when a user is no longer a Hero. */
const KEPT: ReadonlySet<Tile> = new Set(['private', ...SUBMITTED, 'published']);

/**
 * Returns the visible figures; null for those that a free account does not have. Totals from its time as a Hero remain.
 */
export function tilesOf({ user, stats, lists }: ProfileView): [Tile, number | null][] {
  const own: Partial<OwnProfile['lists']> = lists;
  const submitted = SUBMITTED.map((name) => [name, own[name]?.length ?? 0] as const);
  const known: Partial<Record<Tile, number>> = {
    ...stats,
    ...Object.fromEntries(submitted.filter(([, count]) => count > 0)),
  };
  return TILES.flatMap((name): [Tile, number | null][] => {
    const value = known[name];
    if (value === undefined) return [];
    const isCounted = user.accountType !== 'free' || name === 'saved' || (KEPT.has(name) && value > 0);
    return [[name, isCounted ? value : null]];
  });
}

/** Returns whether this is the viewer's own profile on a free account, which lacks most figures. */
export function isLimited({ user, lists }: ProfileView): boolean {
  return user.accountType === 'free' && 'private' in lists;
}

/** Returns the user's name, location and bio, as far as they are given. */
export function wordsOf({ user }: ProfileView): { name: string; location: string; bio: string } {
  const { firstName, lastName, city, state, country, bio } = user;
  return {
    name: joined([firstName, lastName], ' '),
    location: joined([city?.name, state?.name, country?.name], ', '),
    bio: bio ?? '',
  };
}

function joined(parts: readonly (string | undefined)[], by: string): string {
  return parts.filter((part) => part !== undefined && part !== '').join(by);
}
