import { TAG_CATEGORIES, TAGS } from '@switchback/contracts/rules/drives';
import type { Facets } from '../../../api/types.js';
import { TogglePill } from '../../../components/TogglePill.js';
import { exploreTexts } from '../../../texts/explore.js';
import { texts } from '../../../texts/en.js';
import type { TagFilter } from '../explore-state.js';
import styles from './Filters.module.css';

interface Props {
  tags: readonly TagFilter[];
  facets: Facets | null;
  onChange: (tags: TagFilter[]) => void;
}

/** Returns the tags with the given one toggled. */
export function toggleTag(tags: readonly TagFilter[], { category, name }: TagFilter): TagFilter[] {
  const others = tags.filter((tag) => tag.category !== category || tag.name !== name);
  return others.length === tags.length ? [...tags, { category, name }] : others;
}

export function hasTag(tags: readonly TagFilter[], { category, name }: TagFilter): boolean {
  return tags.some((tag) => tag.category === category && tag.name === name);
}

/** Returns the number of drives with the tag added. */
export function tagCount(facets: Facets | null, { category, name }: TagFilter): number | undefined {
  return facets?.tags.find((tag) => tag.category === category && tag.name === name)?.count;
}

/** Toggles the tags that drives must have, each with the number of drives that it leaves. */
export function TagFilterGroups({ tags, facets, onChange }: Props) {
  return TAG_CATEGORIES.map((category) => (
    <fieldset key={category} className={styles.tagGroup}>
      <legend>{exploreTexts.filters.categories[category]}</legend>
      {TAGS[category].map((name) => {
        const tag = { category, name };
        return (
          <TogglePill
            key={name}
            pressed={hasTag(tags, tag)}
            count={tagCount(facets, tag)}
            onToggle={() => onChange(toggleTag(tags, tag))}
          >
            {texts.tags[name]}
          </TogglePill>
        );
      })}
    </fieldset>
  ));
}
