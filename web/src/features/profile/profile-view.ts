import type { Profile, PublicProfile } from '@switchback/contracts/resources/user';

/** Sections of a profile, in display order; other users see the first, second and fifth. */
export const SECTIONS = ['saved', 'completed', 'private', 'pending', 'published', 'shared', 'sharing'] as const;
export type Section = (typeof SECTIONS)[number];

/** Profile as the viewer sees it: the owner sees all of it, anyone else only the parts made visible. */
export type ProfileView = PublicProfile | Profile;

/** Returns the drives of each visible section; leaves out `pending` if nothing awaits review. */
export function sectionsOf({ lists }: ProfileView): [Section, readonly string[]][] {
  const known: Partial<Profile['lists']> = lists;
  return SECTIONS.flatMap((name): [Section, readonly string[]][] => {
    const ids = known[name];
    return ids === undefined || (name === 'pending' && ids.length === 0) ? [] : [[name, ids]];
  });
}

const TILES = [
  'miles',
  'hours',
  'states',
  'countries',
  'saved',
  'completed',
  'private',
  'pending',
  'published',
] as const;
export type Tile = (typeof TILES)[number];

/** Figures that stay when a user is no longer a Hero. */
const KEPT: ReadonlySet<Tile> = new Set(['private', 'pending', 'published']);

/**
 * Returns the visible figures; null for those that a free account does not have. Totals from its time as a Hero remain.
 */
export function tilesOf({ user, stats, lists }: ProfileView): [Tile, number | null][] {
  const waiting = 'pending' in lists ? lists.pending.length : 0;
  const known: Partial<Record<Tile, number>> = { ...stats, ...(waiting > 0 && { pending: waiting }) };
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
