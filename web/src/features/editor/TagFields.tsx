import { Chip } from '@mantine/core';
import '@mantine/core/styles/Chip.css';
import { TAG_CATEGORIES, TAGS } from '@switchback/contracts/rules/drives';
import { editorTexts } from '../../texts/editor.js';
import type { ChosenTag } from './drive-form.js';
import styles from './Editor.module.css';

interface Props {
  value: readonly ChosenTag[];
  onChange: (tags: readonly ChosenTag[]) => void;
  /** Tags that the map shows along the route; empty if unknown. */
  suggested: readonly ChosenTag[];
}

/** Toggles for all tags, by category, and above them those that the map suggests. */
export function TagFields({ value, onChange, suggested }: Props) {
  const isOn = (tag: ChosenTag) => value.some((chosen) => isSame(chosen, tag));
  const toggle = (tag: ChosenTag) =>
    onChange(isOn(tag) ? value.filter((chosen) => !isSame(chosen, tag)) : [...value, tag]);
  const chips = (tags: readonly ChosenTag[]) => (
    <div className={styles.chips}>
      {tags.map((tag) => (
        <Chip key={`${tag.category}:${tag.name}`} checked={isOn(tag)} onChange={() => toggle(tag)} size="md">
          {tag.name}
        </Chip>
      ))}
    </div>
  );
  const offered = suggested.filter((tag) => !isOn(tag));
  return (
    <>
      {offered.length > 0 && (
        <fieldset className={styles.fieldset}>
          <legend className={styles.sublabel}>{editorTexts.suggestedTags}</legend>
          {chips(offered)}
        </fieldset>
      )}
      {TAG_CATEGORIES.map((category) => (
        <fieldset key={category} className={styles.fieldset}>
          <legend className={styles.sublabel}>{editorTexts.tagCategories[category]}</legend>
          {chips(TAGS[category].map((name) => ({ category, name })))}
        </fieldset>
      ))}
    </>
  );
}

function isSame(one: ChosenTag, other: ChosenTag): boolean {
  return one.category === other.category && one.name === other.name;
}
