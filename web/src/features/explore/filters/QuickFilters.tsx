import { TogglePill } from '../../../components/TogglePill.js';
import { exploreTexts } from '../../../texts/explore.js';
import type { ExploreState, TagFilter } from '../explore-state.js';
import type { Update } from '../use-explore-state.js';
import { hasTag, toggleTag } from './TagFilterGroups.js';
import styles from './Filters.module.css';

const TOP_STARS = 4;
const SHORT_SECONDS = 2 * 3_600;
const CURVY_METERS = 2_000;
const COAST: TagFilter = { category: 'environment', name: 'coast' };
const MOUNTAIN: TagFilter = { category: 'environment', name: 'mountain' };

interface Pill {
  label: string;
  pressed: boolean;
  patch: Partial<ExploreState>;
}

/** The five filters that people reach for most, one tap each. */
export function QuickFilters({ state, update }: { state: ExploreState; update: Update }) {
  const { pills } = exploreTexts.filters;
  const top = state.stars >= TOP_STARS;
  const short = state.duration !== null && state.duration.max !== null && state.duration.max <= SHORT_SECONDS;
  const curvy = (state.curviness?.min ?? 0) >= CURVY_METERS;
  const offered: Pill[] = [
    { label: pills.topRated, pressed: top, patch: { stars: top ? 0 : TOP_STARS } },
    { label: pills.short, pressed: short, patch: { duration: short ? null : { min: 0, max: SHORT_SECONDS } } },
    { label: pills.curvy, pressed: curvy, patch: { curviness: curvy ? null : { min: CURVY_METERS, max: null } } },
    ...[COAST, MOUNTAIN].map((tag) => ({
      label: tag === COAST ? pills.coast : pills.mountain,
      pressed: hasTag(state.tags, tag),
      patch: { tags: toggleTag(state.tags, tag) },
    })),
  ];
  return (
    <div className={styles.pills} role="group" aria-label={pills.label}>
      {offered.map(({ label, pressed, patch }) => (
        <TogglePill key={label} pressed={pressed} onToggle={() => update(patch)}>
          {label}
        </TogglePill>
      ))}
    </div>
  );
}
