import type { ReactNode } from 'react';
import styles from './TogglePill.module.css';

interface Props {
  pressed: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A choice that is on or off. */
export function TogglePill({ pressed, onToggle, children }: Props) {
  return (
    <button type="button" className={styles.pill} aria-pressed={pressed} onClick={onToggle}>
      <span className={styles.face}>{children}</span>
    </button>
  );
}
