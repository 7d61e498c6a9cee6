import { Button, Slider } from '@mantine/core';
import '@mantine/core/styles/Slider.css';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { type ReactNode, useId } from 'react';
import { numberText } from '../../lib/units.js';
import { editorTexts } from '../../texts/editor.js';
import { texts } from '../../texts/en.js';
import { type DriveFields, type RatingName, RATINGS } from './drive-form.js';
import styles from './Editor.module.css';

const words = editorTexts;

interface Props {
  value: DriveFields;
  onChange: (change: Partial<DriveFields>) => void;
  /** What staff ask of a rating, below it. */
  asked: (field: RatingName) => ReactNode;
}

/** The person's own rating on four axes; each can be left out. */
export function RatingFields({ value, onChange, asked }: Props) {
  return RATINGS.map((name) => (
    <div key={name}>
      <RatingSlider name={name} value={value[name]} onChange={(rating) => onChange({ [name]: rating })} />
      {asked(name)}
    </div>
  ));
}

interface SliderProps {
  name: RatingName;
  value: number | null;
  onChange: (value: number | null) => void;
}

function RatingSlider({ name, value, onChange }: SliderProps) {
  const id = useId();
  const isStars = name === 'starRating';
  const max = isStars ? LIMITS.starsMax : LIMITS.ratingMax;
  const shown = value === null ? words.unrated : `${numberText(value, 1)} / ${max}`;
  return (
    <div role="group" aria-labelledby={id} className={styles.rating}>
      <div className={styles.ratingHead}>
        <span id={id} className={styles.label}>
          {words.ratings[name]}
        </span>
        <span className={styles.status}>{shown}</span>
        {value !== null && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(null)}>
            {texts.clear}
            <span className="visually-hidden"> {words.ratings[name]}</span>
          </Button>
        )}
      </div>
      <Slider
        min={0}
        max={max}
        step={isStars ? 0.5 : 1}
        value={value ?? 0}
        label={null}
        thumbSize={24}
        thumbLabel={words.ratings[name]}
        thumbProps={{ 'aria-valuetext': shown }}
        // 0 stars clear the rating, as in reviews.
        onChange={(rating) => onChange(isStars && rating === 0 ? null : rating)}
      />
    </div>
  );
}
