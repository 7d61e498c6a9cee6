import { Button } from '@mantine/core';
import type { SubscriptionAnswer } from '@switchback/contracts/endpoints/billing';
import type { User } from '@switchback/contracts/resources/user';
import { CARD_PAGE } from '@switchback/contracts/rules/pages';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { useCallback, useState } from 'react';
import { useSettingsQuery } from '../../api/api.js';
import { useSubscriptionQuery } from '../../api/subscription-api.js';
import { reasonOf } from '../../api/error.js';
import formStyles from '../../components/form/Form.module.css';
import { Notice } from '../../components/Notice.js';
import { Panel } from '../../components/Panel.js';
import { PlanCard } from '../../components/PlanCard.js';
import { dayText } from '../../lib/text/day-text.js';
import { useUser } from '../../lib/people/use-user.js';
import { billingTexts } from '../../texts/billing.js';
import { pagesTexts } from '../../texts/pages.js';
import styles from './Billing.module.css';
import { CancelDialog } from './CancelDialog.js';
import { CardDialog } from './CardDialog.js';
import { CurrentCard } from './CurrentCard.js';
import { Receipts } from './Receipts.js';
import { subscriptionView, type SubscriptionView } from '../../lib/people/subscription-view.js';
import { Summary } from './Summary.js';
import { useSubscribing } from './use-subscribing.js';

const words = billingTexts;

/** Shows the plan, the card and the payments, with buttons to subscribe and cancel: both take as many clicks. */
export default function SubscriptionPage() {
  const user = useUser();
  return (
    <Panel title={words.title} head={(product) => plainPage(product, CARD_PAGE)}>
      {user === null ? <p role="status">{words.loading}</p> : <Subscription user={user} />}
    </Panel>
  );
}

function Subscription({ user }: { user: User }) {
  const { data, error, refetch } = useSubscriptionQuery(user.id);
  const sandbox = useSettingsQuery().data?.billing.provider === 'sandbox';
  return (
    <>
      {sandbox && (
        <div className={styles.notice}>
          <Notice kind="info" title={words.sandbox.title} text={words.sandbox.text} />
        </div>
      )}
      <section aria-labelledby="subscription-plan">
        <h2 id="subscription-plan" className={styles.heading}>
          {words.plan.heading}
        </h2>
        <p className={styles.pill}>{words.plan.interval}</p>
        <PlanCard />
        <ul className={styles.benefits} aria-label={words.plan.benefits}>
          {pagesTexts.benefits.rows.hero.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
      </section>
      {data !== undefined && <Manager user={user} answer={data} />}
      {data === undefined && error !== undefined && (
        <div className={styles.section}>
          <Notice kind="error" title={words.failed} text={reasonOf(error)}>
            <Button variant="default" onClick={() => void refetch()}>
              {words.again}
            </Button>
          </Notice>
        </div>
      )}
      {data === undefined && error === undefined && (
        <p className={styles.section} role="status">
          {words.loading}
        </p>
      )}
    </>
  );
}

function Manager({ user, answer }: { user: User; answer: SubscriptionAnswer }) {
  // `upgrade`: the card that the purchase, which then goes on, needs first.
  const [open, setOpen] = useState<'card' | 'upgrade' | 'cancel' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const subscribing = useSubscribing(user.id);
  const card = answer.paymentSource?.card ?? null;
  const view = subscriptionView(answer.subscription, user.accountType, new Date());
  return (
    <>
      <section className={styles.section} aria-labelledby="subscription-payment">
        <h2 id="subscription-payment" className={styles.heading}>
          {words.payment.heading}
        </h2>
        <p className={styles.pill}>{words.payment.type}</p>
        <CurrentCard card={card} onChange={() => setOpen('card')} />
      </section>
      <Summary view={view} card={card} />
      <Actions
        view={view}
        subscribing={subscribing}
        onSubscribe={card === null ? () => setOpen('upgrade') : subscribing.subscribe}
        onCancel={() => setOpen('cancel')}
      />
      <Receipts userId={user.id} />
      {(open === 'card' || open === 'upgrade') && (
        <CardDialog
          userId={user.id}
          hasCard={card !== null}
          onClose={close}
          {...(open === 'upgrade' && { onAdded: subscribing.subscribe })}
        />
      )}
      {open === 'cancel' && <CancelDialog userId={user.id} paidUntil={view.paidUntil} onClose={close} />}
    </>
  );
}

interface ActionsProps {
  view: SubscriptionView;
  subscribing: ReturnType<typeof useSubscribing>;
  /** Asks for a card first if there is none. */
  onSubscribe: () => void;
  onCancel: () => void;
}

function Actions({ view, subscribing: { isBusy, refusal, done, goBack }, onSubscribe, onCancel }: ActionsProps) {
  return (
    <div className={styles.actions}>
      {done !== null && (
        <Notice kind="success" title={done.title} text={done.details}>
          {goBack !== null && <Button onClick={goBack}>{words.back}</Button>}
        </Notice>
      )}
      <Button
        // Stays focusable even if there is nothing to subscribe to.
        data-disabled={!view.canSubscribe}
        aria-disabled={isBusy || !view.canSubscribe}
        aria-describedby="subscription-note"
        onClick={() => {
          if (!isBusy && view.canSubscribe) onSubscribe();
        }}
      >
        {view.isHero ? words.update : words.upgrade}
      </Button>
      <p role="alert" className={formStyles.refusal}>
        {refusal}
      </p>
      <p id="subscription-note" className={styles.note}>
        {noteOf(view)}
      </p>
      {view.canCancel && (
        <Button variant="subtle" onClick={onCancel}>
          {words.cancel.open}
        </Button>
      )}
    </div>
  );
}

function noteOf({ isGranted, canSubscribe, status, paidUntil }: SubscriptionView): string {
  if (isGranted) return words.notes.granted;
  if (!canSubscribe) return words.notes.renewing;
  if (status === 'non_renewing' && paidUntil !== null) return words.notes.ending(dayText(paidUntil.toISOString()));
  return words.plan.renews;
}
