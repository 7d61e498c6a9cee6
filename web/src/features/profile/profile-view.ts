import type { Profile, PublicProfile } from '@switchback/contracts/resources/user';

/** Sections of a profile, in their order; others see the first, second and fifth. */
export const SECTIONS = ['saved', 'completed', 'private', 'pending', 'published', 'shared', 'sharing'] as const;
export type Section = (typeof SECTIONS)[number];

/** What a profile shows to whoever looks: an owner all of it, anyone else what the owner lets them see. */
export type ProfileView = PublicProfile | Profile;

/** The drives of each section that is there to be seen; what waits for review only while something does. */
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

/** What somebody made as a Hero stays when they are none any more. */
const KEPT: ReadonlySet<Tile> = new Set(['private', 'pending', 'published']);

/** The figures there are to be seen; null where a free account counts nothing, but for what it kept of being a Hero. */
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

/** What a person calls themselves and where they are, as far as they say. */
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
