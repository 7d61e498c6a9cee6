import type { ReactNode } from 'react';
import styles from './TogglePill.module.css';

interface Props {
  pressed: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A toggle button. */
export function TogglePill({ pressed, onToggle, children }: Props) {
  return (
    <button type="button" className={styles.pill} aria-pressed={pressed} onClick={onToggle}>
      <span className={styles.face}>{children}</span>
    </button>
  );
}
