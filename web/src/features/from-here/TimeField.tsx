import { ActionIcon, Slider } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Slider.css';
import { useId, useState } from 'react';
import { IconMinus, IconPlus } from '../../components/page-icons.js';
import { durationText } from '../../lib/text/units.js';
import { fromHereTexts } from '../../texts/from-here.js';
import styles from './FromHere.module.css';

const words = fromHereTexts;
/** Minutes from half an hour to a long day; finer where people have less. */
const STOPS = [30, 45, 60, 75, 90, 105, 120, 150, 180, 210, 240, 300, 360, 420, 480];
const LAST = STOPS.length - 1;

interface Props {
  /** A link may have a time between two stops. */
  minutes: number;
  onChange: (minutes: number) => void;
}

/** The time for the whole drive, as a slider and two buttons. */
export function TimeField({ minutes, onChange }: Props) {
  const id = useId();
  const [dragged, drag] = useState<number | null>(null);
  const shown = dragged === null ? minutes : STOPS[dragged]!;
  const text = (at: number) => durationText(60 * at);
  const less = STOPS.findLast((stop) => stop < minutes);
  const more = moreThan(minutes);
  return (
    <div className={styles.time} role="group" aria-labelledby={id}>
      <div className={styles.timeHead}>
        <span id={id} className={styles.label}>
          {words.time}
        </span>
        <output className={styles.timeValue}>{text(shown)}</output>
      </div>
      <div className={styles.timeRow}>
        <Step label={words.less} to={less} onChange={onChange}>
          <IconMinus size={18} />
        </Step>
        <Slider
          className={styles.slider ?? ''}
          classNames={{ thumb: styles.thumb ?? '' }}
          min={0}
          max={LAST}
          step={1}
          label={null}
          thumbSize={24}
          size={6}
          thumbLabel={words.time}
          thumbValueText={text(shown)}
          value={dragged ?? nearestStop(minutes)}
          onChange={drag}
          onChangeEnd={(stop) => {
            drag(null);
            onChange(STOPS[stop]!);
          }}
        />
        <Step label={words.more} to={more} onChange={onChange}>
          <IconPlus size={18} />
        </Step>
      </div>
    </div>
  );
}

/** Returns the next longer time that the page offers; undefined after the longest. */
export function moreThan(minutes: number): number | undefined {
  return STOPS.find((stop) => stop > minutes);
}

function nearestStop(minutes: number): number {
  const distances = STOPS.map((stop) => Math.abs(stop - minutes));
  return distances.indexOf(Math.min(...distances));
}

interface StepProps {
  label: string;
  to: number | undefined;
  onChange: (minutes: number) => void;
  children: React.ReactNode;
}

/** Stays focusable at the end of the range. */
function Step({ label, to, onChange, children }: StepProps) {
  return (
    <ActionIcon
      variant="default"
      size={44}
      radius="xl"
      aria-label={label}
      aria-disabled={to === undefined || undefined}
      data-disabled={to === undefined || undefined}
      onClick={() => to !== undefined && onChange(to)}
    >
      {children}
    </ActionIcon>
  );
}
