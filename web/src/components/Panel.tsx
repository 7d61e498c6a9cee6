import type { PageText } from '@switchback/contracts/rules/pages';
import type { ReactNode } from 'react';
import { useDocumentHead } from '../lib/page/document-head.js';
import { useProductName } from '../lib/page/product.js';
import styles from './Panel.module.css';

interface Props {
  title: string;
  /** The title and description of the document's head, same as on the server. */
  head: (product: string) => PageText;
  lead?: string;
  wide?: boolean;
  children: ReactNode;
}

/** A single-column page: its title, its lead, and its content. */
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
