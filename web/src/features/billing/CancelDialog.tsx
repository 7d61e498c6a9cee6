import { Checkbox, Textarea } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Input.css';
import { CANCEL_REASONS, type CancelReason } from '@switchback/contracts/rules/billing';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { type FormEvent, useState } from 'react';
import { reasonOf } from '../../api/error.js';
import { Dialog } from '../../components/Dialog.js';
import formStyles from '../../components/form/Form.module.css';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { Notice } from '../../components/Notice.js';
import { dayText } from '../../lib/text/day-text.js';
import { numberText } from '../../lib/text/units.js';
import { billingTexts } from '../../texts/billing.js';
import styles from './Billing.module.css';
import { useCancelSubscriptionMutation } from './billing-endpoints.js';

const words = billingTexts.cancel;

interface Props {
  userId: string;
  paidUntil: Date | null;
  onClose: () => void;
}

/**
 * Cancels the subscription at the end of its term, with one click: reasons are optional, and there is no retention
 * offer.
 */
export function CancelDialog({ userId, paidUntil, onClose }: Props) {
  const [cancel, { isLoading, data, error }] = useCancelSubscriptionMutation();
  const [chosen, setChosen] = useState<readonly CancelReason[]>([]);
  const [message, setMessage] = useState('');
  const trimmed = message.trim();
  const left = LIMITS.cancelMessageMax - trimmed.length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (left < 0) return;
    const reasons = Object.fromEntries(chosen.map((reason) => [reason, true]));
    void cancel({ id: userId, reasons: { ...reasons, ...(trimmed !== '' && { message: trimmed }) } });
  };
  return (
    <Dialog opened onClose={onClose} title={words.open}>
      {data !== undefined ? (
        <Notice kind="success" title={data.title} text={data.details} />
      ) : (
        <form className={formStyles.form} noValidate onSubmit={submit}>
          <p>{paidUntil === null ? words.lead : words.leadUntil(dayText(paidUntil.toISOString()))}</p>
          <Checkbox.Group
            label={words.reasons}
            value={[...chosen]}
            onChange={(values) => setChosen(CANCEL_REASONS.filter((reason) => values.includes(reason)))}
          >
            <div className={styles.choices}>
              {CANCEL_REASONS.map((reason) => (
                <Checkbox key={reason} value={reason} label={words.reason[reason]} size="md" />
              ))}
            </div>
          </Checkbox.Group>
          <Textarea
            label={words.message}
            description={words.left(numberText(left))}
            error={left < 0 ? words.tooLong(numberText(LIMITS.cancelMessageMax)) : undefined}
            value={message}
            rows={4}
            onChange={({ currentTarget }) => setMessage(currentTarget.value)}
          />
          <SubmitButton busy={isLoading} error={error === undefined ? undefined : reasonOf(error)}>
            {words.open}
          </SubmitButton>
        </form>
      )}
    </Dialog>
  );
}
