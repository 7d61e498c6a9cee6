import type { ReactNode } from 'react';
import styles from './EmptyList.module.css';

interface Props {
  title: string;
  text: string;
  /** The next steps. */
  children?: ReactNode;
}

/** Stands in the place of a list that has no entries yet. */
export function EmptyList({ title, text, children }: Props) {
  return (
    <section className={styles.empty}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </section>
  );
}
