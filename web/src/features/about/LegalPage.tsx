import { useMediaQuery } from '@mantine/hooks';
import { plainPage } from '@switchback/contracts/rules/pages';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useDocumentHead } from '../../lib/document-head.js';
import { useProductName } from '../../lib/product.js';
import { legalTexts } from '../../texts/legal.js';
import styles from './Legal.module.css';
import reading from './Reading.module.css';

const NARROW = '(max-width: 800px)';

interface Props {
  page: 'terms' | 'privacy';
}

/** A long text in sections, each with an address of its own, and a list of them that opens and closes. */
export function LegalPage({ page }: Props) {
  const product = useProductName();
  const { title, sections } = legalTexts[page];
  const text = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  useDocumentHead(plainPage(product, `/${page}`));
  // The browser looked for the section before the page was there.
  useEffect(() => text.current?.querySelector(`[id="${CSS.escape(hash.slice(1))}"]`)?.scrollIntoView(), [hash]);
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.updated}>{legalTexts.updated}</p>
      <nav aria-labelledby="legal-contents" className={styles.contents}>
        {/* On a phone the text comes first. */}
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
        {sections.map(({ id, title, paragraphs, points }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {points !== undefined && (
              <ul>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
        <p>
          {legalTexts.contact} <Link to="/contact">{legalTexts.contactLink}</Link>.
        </p>
      </div>
    </div>
  );
}
