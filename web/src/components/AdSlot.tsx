import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { answeredNow, cookieAnswered } from '../lib/store/consent-slice.js';
import { useAppDispatch } from '../lib/store/store.js';
import type { Ad, AdCard } from '../lib/people/use-ads.js';
import { adsTexts } from '../texts/ads.js';
import styles from './AdSlot.module.css';

interface Props {
  ad: Ad;
  /** Pixels; fixed, so that the content causes no layout shift. */
  height: number;
}

/** One advertisement, labeled as such. */
export function AdSlot({ ad, height }: Props) {
  return (
    <aside className={styles.slot} aria-label={adsTexts.label} style={{ height }}>
      <p className={styles.label} aria-hidden="true">
        {adsTexts.label}
      </p>
      {ad.kind === 'card' && <Card card={ad.card} />}
      {ad.kind === 'ask' && <Question />}
      {ad.kind === 'frame' && (
        // Without `allow-same-origin` the frame has an opaque origin: it can read neither the page nor its storage.
        <iframe
          className={styles.frame}
          title={adsTexts.label}
          src={ad.src}
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          loading="lazy"
        />
      )}
    </aside>
  );
}

function Card({ card: { title, text, action, url } }: { card: AdCard }) {
  const content = (
    <>
      <span className={styles.title}>{title}</span>
      <span className={styles.text}>{text}</span>
      <span className={styles.action}>{action}</span>
    </>
  );
  if (url.startsWith('/'))
    return (
      <Link className={styles.card} to={url}>
        {content}
      </Link>
    );
  return (
    <a className={styles.card} href={url} target="_blank" rel="sponsored noopener noreferrer">
      {content}
    </a>
  );
}

/** Both answers are equally prominent. */
function Question() {
  const dispatch = useAppDispatch();
  const answer = (input: boolean) => dispatch(cookieAnswered(answeredNow(input)));
  return (
    <div className={styles.question}>
      <p>
        {adsTexts.ask} <Link to="/privacy#advertisements">{adsTexts.why}</Link>
      </p>
      <div className={styles.answers}>
        <Button variant="default" onClick={() => answer(true)}>
          {adsTexts.allow}
        </Button>
        <Button variant="default" onClick={() => answer(false)}>
          {adsTexts.refuse}
        </Button>
      </div>
    </div>
  );
}
