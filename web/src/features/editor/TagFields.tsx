import { Button, Chip } from '@mantine/core';
import '@mantine/core/styles/Chip.css';
import { TAG_CATEGORIES, TAGS } from '@switchback/contracts/rules/drives';
import { editorTexts } from '../../texts/editor.js';
import type { ChosenTag } from '../../lib/drives/drive-fields.js';
import styles from './Editor.module.css';

const WRAPPING = { label: { whiteSpace: 'normal' } } as const;

interface Props {
  value: readonly ChosenTag[];
  onChange: (tags: readonly ChosenTag[]) => void;
  /** Tags that the map shows along the route; empty if unknown. */
  suggested: readonly ChosenTag[];
}

/** Toggles for all tags, by category, and above them a button that adds those of the map. */
export function TagFields({ value, onChange, suggested }: Props) {
  const isOn = (tag: ChosenTag) => value.some((chosen) => isSame(chosen, tag));
  const toggle = (tag: ChosenTag) =>
    onChange(isOn(tag) ? value.filter((chosen) => !isSame(chosen, tag)) : [...value, tag]);
  const offered = suggested.filter((tag) => !isOn(tag)).map(({ category, name }) => ({ category, name }));
  return (
    <>
      {offered.length > 0 && (
        <Button
          variant="light"
          mih={44}
          h="auto"
          py={8}
          styles={WRAPPING}
          onClick={() => onChange([...value, ...offered])}
        >
          {editorTexts.suggestedTags(offered.map(({ name }) => name).join(', '))}
        </Button>
      )}
      {TAG_CATEGORIES.map((category) => (
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
      ))}
    </>
  );
}

function isSame(one: ChosenTag, other: ChosenTag): boolean {
  return one.category === other.category && one.name === other.name;
}
