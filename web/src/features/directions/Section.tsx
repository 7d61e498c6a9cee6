import { type ReactNode, useId } from 'react';
import styles from './Directions.module.css';

interface SectionProps {
  heading: string;
  note?: string;
  children: ReactNode;
}

/** A part of the dialog. */
export function Section({ heading, note, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {heading}
      </h3>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {children}
    </section>
  );
}
