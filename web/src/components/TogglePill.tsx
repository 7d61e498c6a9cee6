import type { ReactNode } from 'react';
import { numberText } from '../lib/text/units.js';
import { texts } from '../texts/en.js';
import styles from './TogglePill.module.css';

interface Props {
  pressed: boolean;
  onToggle: () => void;
  /** Number of drives that the pill would give; 0 disables it unless it is pressed. */
  count?: number | undefined;
  children: ReactNode;
}

/** A toggle button. Disabled, it stays reachable by keyboard, with its reason as description. */
export function TogglePill({ pressed, onToggle, count, children }: Props) {
  const none = count === 0 && !pressed;
  return (
    <button
      type="button"
      className={styles.pill}
      aria-pressed={pressed}
      aria-disabled={none || undefined}
      title={
        count === undefined ? undefined : none ? texts.noneWithFilters : texts.driveCount(count, numberText(count))
      }
      onClick={none ? undefined : onToggle}
    >
      <PillFace count={count}>{children}</PillFace>
    </button>
  );
}

interface FaceProps {
  count: number | undefined;
  children: ReactNode;
}

/** Label of a pill and its number of drives, which is not a part of the pill's name. */
export function PillFace({ count, children }: FaceProps) {
  return (
    <span className={styles.face}>
      {children}
      {count !== undefined && (
        <span aria-hidden className={styles.count}>
          {numberText(count)}
        </span>
      )}
    </span>
  );
}
