import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { OwnTextName } from '@switchback/contracts/rules/own-texts';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { MarkdownText } from '../../components/MarkdownText.js';
import { Message } from '../../components/Message.js';
import { useDocumentHead } from '../../lib/page/document-head.js';
import { parseMarkdown } from '../../lib/text/markdown.js';
import { useProductName } from '../../lib/page/product.js';
import { texts } from '../../texts/en.js';
import { legalTexts } from '../../texts/legal.js';
import styles from './Legal.module.css';
import { useOwnTextQuery } from './own-text-endpoint.js';
import reading from './Reading.module.css';

const NARROW = '(max-width: 800px)';

interface Props {
  page: OwnTextName;
  /** Markdown text that ships with the product; the operator of an installation may replace it. */
  shipped: string;
  children?: ReactNode;
}

/** Renders a long text in sections, each with its own URL fragment, and a collapsible table of contents. */
export function LegalPage({ page, shipped, children }: Props) {
  const product = useProductName();
  const { data, isError, refetch } = useOwnTextQuery(page);
  useDocumentHead(plainPage(product, `/${page}`));
  // Never show a text that is not in force here, not even for a moment.
  if (isError)
    return (
      <Message {...legalTexts.missing}>
        <Button onClick={() => void refetch()}>{texts.retry}</Button>
      </Message>
    );
  if (data === undefined) return <p className={styles.waiting}>{texts.loading}</p>;
  return (
    <LegalText markdown={data.markdown ?? shipped} product={product}>
      {children}
    </LegalText>
  );
}

interface TextProps {
  markdown: string;
  product: string;
  children: ReactNode;
}

function LegalText({ markdown, product, children }: TextProps) {
  const { title, lead, sections } = useMemo(() => parseMarkdown(markdown), [markdown]);
  const text = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  // The browser looked for the section before the page rendered.
  useEffect(
    () => text.current?.querySelector(`[id="${CSS.escape(decoded(hash.slice(1)))}"]`)?.scrollIntoView(),
    [hash],
  );
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.updated}>
        <MarkdownText blocks={lead} product={product} />
      </div>
      <nav aria-labelledby="legal-contents" className={styles.contents}>
        {/* Collapsed on a phone, so that the text comes first. */}
        <details open={!narrow}>
          <summary id="legal-contents">{legalTexts.contents}</summary>
          <ol>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <Link to={{ hash: id }}>{title}</Link>
              </li>
            ))}
          </ol>
        </details>
      </nav>
      <div ref={text} className={`${reading.text} ${styles.text}`}>
        {sections.map(({ id, title, blocks }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <MarkdownText blocks={blocks} product={product} />
          </section>
        ))}
        {children}
      </div>
    </div>
  );
}

/** Decodes a URL hash; a malformed one, for example typed by hand, matches no section. */
function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return '';
  }
}
