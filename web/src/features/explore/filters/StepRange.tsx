import { RangeSlider } from '@mantine/core';
import '@mantine/core/styles/Slider.css';
import { useId } from 'react';
import { exploreTexts } from '../../../texts/explore.js';
import styles from './StepRange.module.css';

interface Props {
  label: string;
  help?: string;
  /** Positions of the two handles, 0 to `last`. */
  value: [number, number];
  last: number;
  /** Minimum distance between the handles; they never cross. */
  apart: number;
  text: (position: number) => string;
  /** Shown below the slider. */
  warning?: string | undefined;
  onChange: (value: [number, number]) => void;
  /** Called when a handle is released. */
  onChangeEnd: (value: [number, number]) => void;
}

/** A slider with two handles over named stops. */
export function StepRange({ label, help, value, last, apart, text, warning, onChange, onChangeEnd }: Props) {
  const id = useId();
  const [from, to] = [text(value[0]), text(value[1])];
  const { any, upTo, range } = exploreTexts.filters;
  const shown = from === to ? from : value[0] === 0 ? upTo(to) : range(from, to);
  const full = value[0] === 0 && value[1] === last;
  return (
    <div className={styles.range} role="group" aria-labelledby={id}>
      <div className={styles.head}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        <span className={styles.value} data-set={!full}>
          {full ? any : shown}
        </span>
      </div>
      {help !== undefined && <p className={styles.help}>{help}</p>}
      <RangeSlider
        className={styles.slider ?? ''}
        classNames={{ thumb: styles.thumb ?? '' }}
        min={0}
        max={last}
        step={1}
        minRange={apart}
        pushOnOverlap={false}
        value={value}
        label={null}
        thumbSize={24}
        size={6}
        thumbFromLabel={exploreTexts.filters.minimum(label)}
        thumbToLabel={exploreTexts.filters.maximum(label)}
        thumbValueText={text}
        onChange={onChange}
        onChangeEnd={onChangeEnd}
      />
      {warning !== undefined && <p className={styles.warning}>{warning}</p>}
    </div>
  );
}
