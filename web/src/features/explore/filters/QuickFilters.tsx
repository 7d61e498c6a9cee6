import { CURVINESS_BANDS, CURVY, TWISTY } from '@switchback/contracts/rules/curviness';
import type { Facets } from '../../../api/types.js';
import { TogglePill } from '../../../components/TogglePill.js';
import { exploreTexts } from '../../../texts/explore.js';
import type { ExploreState, TagFilter } from '../explore-state.js';
import type { Update } from '../use-explore-state.js';
import { hasTag, tagCount, toggleTag } from './TagFilterGroups.js';
import styles from './Filters.module.css';

const TOP_STARS = 4;
const SHORT_SECONDS = 2 * 3_600;
const COAST: TagFilter = { category: 'environment', name: 'coast' };
const MOUNTAIN: TagFilter = { category: 'environment', name: 'mountain' };

interface Pill {
  label: string;
  pressed: boolean;
  count: number | undefined;
  patch: Partial<ExploreState>;
}

interface Props {
  state: ExploreState;
  facets: Facets | null;
  update: Update;
}

/**
 * The filters that people reach for most, one tap each, with the number of drives that each would give. Those that would
 * give none come last.
 */
export function QuickFilters({ state, facets, update }: Props) {
  const { pills } = exploreTexts.filters;
  const top = state.stars >= TOP_STARS;
  const short = state.duration !== null && state.duration.max !== null && state.duration.max <= SHORT_SECONDS;
  const curvesFrom = state.curviness?.min ?? 0;
  const offered: Pill[] = [
    {
      label: pills.topRated,
      pressed: top,
      count: facets?.stars.find(({ atLeast }) => atLeast === TOP_STARS)?.count,
      patch: { stars: top ? 0 : TOP_STARS },
    },
    {
      label: pills.short,
      pressed: short,
      count: facets?.duration.find(({ atMost }) => atMost === SHORT_SECONDS)?.count,
      patch: { duration: short ? null : { min: 0, max: SHORT_SECONDS } },
    },
    ...[CURVY, TWISTY].map((range) => {
      const pressed = range === TWISTY ? curvesFrom >= TWISTY.min : curvesFrom >= CURVY.min && curvesFrom < TWISTY.min;
      return {
        label: range === TWISTY ? pills.twisty : pills.curvy,
        pressed,
        count: countFrom(range.min, facets),
        patch: { curviness: pressed ? null : range },
      };
    }),
    ...[COAST, MOUNTAIN].map((tag) => ({
      label: tag === COAST ? pills.coast : pills.mountain,
      pressed: hasTag(state.tags, tag),
      count: tagCount(facets, tag),
      patch: { tags: toggleTag(state.tags, tag) },
    })),
  ];
  return (
    <div className={styles.pills} role="group" aria-label={pills.label}>
      {offered.toSorted(emptyLast).map(({ label, pressed, count, patch }) => (
        <TogglePill key={label} pressed={pressed} count={count} onToggle={() => update(patch)}>
          {label}
        </TogglePill>
      ))}
    </div>
  );
}

const emptyLast = (a: Pill, b: Pill) => Number(isEmpty(a)) - Number(isEmpty(b));
const isEmpty = ({ count, pressed }: Pill) => count === 0 && !pressed;

/** Returns the number of drives in the bands from this curviness on. */
function countFrom(degreesPerKm: number, facets: Facets | null): number | undefined {
  const bands = CURVINESS_BANDS.filter(({ fromDegreesPerKm }) => fromDegreesPerKm >= degreesPerKm);
  const counted = facets?.curviness.filter(({ band }) => bands.some((other) => other.band === band));
  return counted?.reduce((sum, { count }) => sum + count, 0);
}
