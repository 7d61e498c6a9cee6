import type { ReactNode } from 'react';
import { numberText } from '../lib/text/units.js';
import { texts } from '../texts/en.js';
import { PillFace } from './TogglePill.js';
import styles from './TogglePill.module.css';

interface Props {
  /** Name of the group. */
  name: string;
  checked: boolean;
  onChoose: () => void;
  /** Number of drives that the choice would give; 0 disables it unless it is checked. */
  count?: number | undefined;
  /** Why the count is 0. */
  reason: string;
  children: ReactNode;
}

/** A radio button that looks like a pill. Disabled, it stays reachable by keyboard, with its reason as description. */
export function RadioPill({ name, checked, onChoose, count, reason, children }: Props) {
  const none = count === 0 && !checked;
  return (
    <label className={styles.pill}>
      <input
        type="radio"
        className={styles.radio}
        name={name}
        checked={checked}
        aria-disabled={none || undefined}
        title={count === undefined ? undefined : none ? reason : texts.driveCount(count, numberText(count))}
        onChange={() => {
          if (!none) onChoose();
        }}
      />
      <PillFace count={count}>{children}</PillFace>
    </label>
  );
}
