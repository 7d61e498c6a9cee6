import type { Rankings } from '@switchback/contracts/resources/drive';
import { texts } from '../texts/en.js';

/** The drive's top rankings: in the world, in states, in countries. Empty for most drives. */
export function TopRanked({ rankings, className }: { rankings: Rankings; className: string | undefined }) {
  const text = topRankedText(rankings);
  return text !== '' && <p className={className}>{text}</p>;
}

/** Returns '' for a drive without a top ranking. */
export function topRankedText({ world, countries }: Rankings): string {
  const states = countries.flatMap((ranked) => ranked.states);
  const places = [...states, ...countries.map(({ country }) => country)].filter(({ topRanked }) => topRanked);
  const names = [...(world ? [texts.ranked.world] : []), ...places.map(({ name }) => name)];
  return names.length === 0 ? '' : texts.ranked.top(names.join(', '));
}
