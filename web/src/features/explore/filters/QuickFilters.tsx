import { CURVINESS_BANDS, CURVY } from '@switchback/contracts/rules/curviness';
import type { Facets } from '../../../api/types.js';
import { TogglePill } from '../../../components/TogglePill.js';
import { exploreTexts } from '../../../texts/explore.js';
import type { ExploreState, TagFilter } from '../explore-state.js';
import type { Update } from '../use-explore-state.js';
import { hasTag, tagCount, toggleTag } from './TagFilterGroups.js';
import styles from './Filters.module.css';

const TOP_STARS = 4;
const SHORT_SECONDS = 2 * 3_600;
/** The bands from the second on: winding and more. */
const CURVY_BANDS = CURVINESS_BANDS.slice(1);
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

/** The five filters that people reach for most, one tap each, with the number of drives that each would give. */
export function QuickFilters({ state, facets, update }: Props) {
  const { pills } = exploreTexts.filters;
  const top = state.stars >= TOP_STARS;
  const short = state.duration !== null && state.duration.max !== null && state.duration.max <= SHORT_SECONDS;
  const curvy = (state.curviness?.min ?? 0) >= CURVY.min;
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
    {
      label: pills.curvy,
      pressed: curvy,
      count: curvyCount(facets),
      patch: { curviness: curvy ? null : CURVY },
    },
    ...[COAST, MOUNTAIN].map((tag) => ({
      label: tag === COAST ? pills.coast : pills.mountain,
      pressed: hasTag(state.tags, tag),
      count: tagCount(facets, tag),
      patch: { tags: toggleTag(state.tags, tag) },
    })),
  ];
  return (
    <div className={styles.pills} role="group" aria-label={pills.label}>
      {offered.map(({ label, pressed, count, patch }) => (
        <TogglePill key={label} pressed={pressed} count={count} onToggle={() => update(patch)}>
          {label}
        </TogglePill>
      ))}
    </div>
  );
}

function curvyCount(facets: Facets | null): number | undefined {
  const curvy = facets?.curviness.filter(({ band }) => CURVY_BANDS.some((other) => other.band === band));
  return curvy?.reduce((sum, { count }) => sum + count, 0);
}
