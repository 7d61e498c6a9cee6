import type { PageText } from '@switchback/contracts/rules/pages';
import type { ReactNode } from 'react';
import { useDocumentHead } from '../lib/document-head.js';
import { useProductName } from '../lib/product.js';
import styles from './Panel.module.css';

interface Props {
  title: string;
  /** What the document's head says of the page, as the server has it. */
  head: (product: string) => PageText;
  lead?: string;
  wide?: boolean;
  children: ReactNode;
}

/** A page of one column: its title, what it is for, and its content. */
export function Panel({ title, head, lead, wide = false, children }: Props) {
  const product = useProductName();
  useDocumentHead(head(product));
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
