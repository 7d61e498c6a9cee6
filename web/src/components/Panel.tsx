import type { ReactNode } from 'react';
import { useDocumentHead } from '../lib/document-head.js';
import { useProductName } from '../lib/product.js';
import styles from './Panel.module.css';

interface Props {
  title: string;
  /** What search engines and shared links say of the page. */
  description: string;
  lead?: string;
  wide?: boolean;
  children: ReactNode;
}

/** A page of one column: its title, what it is for, and its content. */
export function Panel({ title, description, lead, wide = false, children }: Props) {
  const product = useProductName();
  useDocumentHead({ title: `${title} - ${product}`, description });
  return (
    <div className={styles.room}>
      <div className={styles.panel} data-wide={wide}>
        <h1 className={styles.title}>{title}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
    </div>
  );
}
