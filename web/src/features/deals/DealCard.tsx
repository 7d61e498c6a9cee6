import type { Deal } from '@switchback/contracts/resources/deal';
import { isDealLink } from '@switchback/contracts/rules/deals';
import { Button } from '@mantine/core';
import { IconExternalLink, IconLock } from '../../components/page-icons.js';
import { untilText, whereText } from '../../lib/people/deal-facts.js';
import { loginNeeded, upgradeAsked } from '../../lib/store/prompt-slice.js';
import { useAppDispatch } from '../../lib/store/store.js';
import { useCopyLink } from '../../lib/page/use-copy-link.js';
import { useSession } from '../../lib/people/use-user.js';
import { dealsTexts } from '../../texts/deals.js';
import styles from './Deals.module.css';
import { DealText } from './DealText.js';

const words = dealsTexts;

/** A deal: whole, or locked with a way to open it. */
export function DealCard({ deal, isLocked }: { deal: Deal; isLocked: boolean }) {
  return (
    <article className={styles.card} aria-labelledby={`deal-${deal.id}`}>
      <h2 id={`deal-${deal.id}`} className={styles.name}>
        {deal.title}
      </h2>
      <p className={styles.facts}>
        <span>{untilText(deal)}</span>
        <span>{whereText(deal)}</span>
      </p>
      {isLocked ? <Lock title={deal.title} /> : <Offer deal={deal} />}
    </article>
  );
}

/** Leads visitors to the login and free accounts to the upgrade. */
function Lock({ title }: { title: string }) {
  const dispatch = useAppDispatch();
  const session = useSession();
  return (
    <button
      type="button"
      className={styles.lock}
      aria-label={`${words.locked}: ${title}`}
      onClick={() => dispatch(session === null ? loginNeeded() : upgradeAsked())}
    >
      <IconLock size={20} />
      {words.locked}
    </button>
  );
}

function Offer({ deal: { text, code, link } }: { deal: Deal }) {
  return (
    <>
      {text !== '' && <DealText text={text} />}
      {(code !== null || link !== null) && (
        <div className={styles.offer}>
          {code !== null && <Code code={code} />}
          {link !== null && isDealLink(link) && <OfferLink link={link} />}
        </div>
      )}
    </>
  );
}

function Code({ code }: { code: string }) {
  const { state, copy } = useCopyLink(code);
  return (
    <div className={styles.codeRow}>
      <p className={styles.code}>
        <span className="visually-hidden">{words.code}: </span>
        <code>{code}</code>
      </p>
      <Button variant="default" onClick={copy} disabled={state === 'in-progress'}>
        {words.copy[state]}
      </Button>
      <p className="visually-hidden" role="status">
        {state === 'success' || state === 'error' ? words.copy[state] : ''}
      </p>
    </div>
  );
}

function OfferLink({ link }: { link: string }) {
  const { host } = new URL(link);
  return (
    <div>
      <Button
        component="a"
        href={link}
        target="_blank"
        rel="noopener nofollow"
        rightSection={<IconExternalLink size={18} />}
        aria-label={words.openAt(host)}
      >
        {words.open}
      </Button>
      <p className={styles.host}>{host}</p>
    </div>
  );
}
