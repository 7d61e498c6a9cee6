import { useMemo } from 'react';
import { MarkdownText } from '../../components/MarkdownText.js';
import { parseBlocks } from '../../lib/text/markdown.js';
import { useProductName } from '../../lib/page/product.js';
import styles from './Deals.module.css';

/** Renders the Markdown of a deal. */
export function DealText({ text }: { text: string }) {
  const product = useProductName();
  const blocks = useMemo(() => parseBlocks(text), [text]);
  return (
    <div className={styles.text}>
      <MarkdownText blocks={blocks} product={product} />
    </div>
  );
}
