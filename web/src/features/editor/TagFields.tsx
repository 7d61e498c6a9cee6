import { Chip } from '@mantine/core';
import '@mantine/core/styles/Chip.css';
import type { Tag } from '@switchback/contracts/resources/drive';
import { TAG_CATEGORIES, TAGS } from '@switchback/contracts/rules/drives';
import { editorTexts } from '../../texts/editor.js';
import styles from './Editor.module.css';

interface Props {
  value: readonly Tag[];
  onChange: (tags: readonly Tag[]) => void;
}

/** Toggles for all tags, by category. */
export function TagFields({ value, onChange }: Props) {
  const isOn = ({ category, name }: Tag) => value.some((tag) => tag.category === category && tag.name === name);
  const toggle = (tag: Tag) =>
    onChange(
      isOn(tag)
        ? value.filter(({ category, name }) => category !== tag.category || name !== tag.name)
        : [...value, tag],
    );
  return TAG_CATEGORIES.map((category) => (
    <fieldset key={category} className={styles.fieldset}>
      <legend className={styles.sublabel}>{editorTexts.tagCategories[category]}</legend>
      <div className={styles.chips}>
        {TAGS[category].map((name) => {
          const tag = { category, name };
          return (
            <Chip key={name} checked={isOn(tag)} onChange={() => toggle(tag)} size="md">
              {name}
            </Chip>
          );
        })}
      </div>
    </fieldset>
  ));
}
