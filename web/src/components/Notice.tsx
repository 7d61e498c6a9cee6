import { IconCircleCheck } from './icons.js';
import { IconAlertTriangle, IconInfoCircle } from './page-icons.js';
import type { ReactNode } from 'react';
import styles from './Notice.module.css';

const ICONS = { success: IconCircleCheck, info: IconInfoCircle, error: IconAlertTriangle };

interface Props {
  kind: keyof typeof ICONS;
  title: string;
  text: string;
  /** The suggested next step. */
  children?: ReactNode;
}

/** The outcome of an action, announced when it appears. */
export function Notice({ kind, title, text, children }: Props) {
  const Icon = ICONS[kind];
  return (
    <div className={styles.notice} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon size={24} className={styles.icon} />
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>{text}</p>
        {children !== undefined && <div className={styles.actions}>{children}</div>}
      </div>
    </div>
  );
}
