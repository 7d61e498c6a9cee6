import type { ReactNode } from 'react';
import styles from './Message.module.css';

/** A page or panel without other content: what happened, and what to do next. */
export function Message({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={styles.message}>
      <h1 className={styles.title}>{title}</h1>
      <p>{text}</p>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
