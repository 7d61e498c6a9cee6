import { useEffect, useState } from 'react';
import { useSettingsQuery } from '../../api/api.js';
import { Dialog } from '../../components/Dialog.js';
import formStyles from '../../components/form/Form.module.css';
import { Notice } from '../../components/Notice.js';
import { moneyText } from '../../lib/text/money.js';
import { billingTexts } from '../../texts/billing.js';
import { ChargebeeCardForm } from './ChargebeeCardForm.js';
import { SandboxCardForm } from './SandboxCardForm.js';

const words = billingTexts;
const DONE_MS = 3_000;

interface Props {
  userId: string;
  hasCard: boolean;
  onClose: () => void;
  /** Called once the card is added; the dialog says so first. */
  onAdded?: () => void;
}

/** Adds or replaces the card that is charged, for an upgrade if `onAdded` goes on with it; shows a confirmation for three seconds, then closes. */
export function CardDialog({ userId, hasCard, onClose, onAdded }: Props) {
  const billing = useSettingsQuery().data?.billing;
  const [done, setDone] = useState<{ title: string; details: string } | null>(null);
  // The first card becomes current while the dialog is open; the dialog keeps its "Add" wording to the end.
  const [isChange] = useState(hasCard);
  const plan = billing?.plan;
  const price = onAdded === undefined || plan === undefined ? null : moneyText(plan.amount, plan.currency);
  const charge = price === null ? words.card.notCharged : words.card.charged(price);
  const unpaid = isChange ? words.card.update : words.card.add;
  const action = price === null ? unpaid : words.card.pay(price);
  const added = (input: NonNullable<typeof done>) => {
    setDone(input);
    onAdded?.();
  };
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(onClose, DONE_MS);
    return () => clearTimeout(timer);
  }, [done, onClose]);
  return (
    <Dialog opened onClose={onClose} title={isChange ? words.payment.change : words.payment.add}>
      {done !== null && <Notice kind="success" title={done.title} text={done.details} />}
      {done === null && billing === undefined && <p role="status">{words.card.loading}</p>}
      {done === null && billing?.provider === 'chargebee' && (
        <ChargebeeCardForm
          userId={userId}
          action={action}
          charge={charge}
          site={billing.site ?? ''}
          publishableKey={billing.publishableKey ?? ''}
          onAdded={added}
        />
      )}
      {done === null && billing?.provider === 'sandbox' && (
        <div className={formStyles.form}>
          <Notice kind="info" title={words.sandbox.title} text={words.sandbox.text} />
          <SandboxCardForm userId={userId} action={action} charge={charge} onAdded={added} />
        </div>
      )}
    </Dialog>
  );
}
