import { Button } from '@mantine/core';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { CallError } from '../../api/error.js';
import formStyles from '../../components/form/Form.module.css';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { TextField } from '../../components/form/TextField.js';
import { useFields } from '../../components/form/use-fields.js';
import { billingTexts } from '../../texts/billing.js';
import styles from './Billing.module.css';
import {
  cardOf,
  type CardEntry,
  EMPTY_CARD,
  groupedExpiry,
  groupedNumber,
  isComplete,
  isCvvComplete,
  isExpiryComplete,
  isNameGiven,
  isNumberComplete,
} from './card-entry.js';
import { useCardAdding } from './use-card-adding.js';

const words = billingTexts.card;

interface Props {
  userId: string;
  action: string;
  /** What sending the card charges. */
  charge: string;
  onAdded: (done: { title: string; details: string }) => void;
}

/** State of the sandbox form and of its submission. */
function useSandboxCard(userId: string, onAdded: Props['onAdded']) {
  const form = useFields<CardEntry>(EMPTY_CARD);
  const { isChallenged, isBusy, submit, answer } = useCardAdding(userId, onAdded);
  const show = (fault: CallError | null) => {
    if (fault !== null) form.showRefusal(fault);
  };
  const decide = async (said: 'approve' | 'decline') => {
    const fault = await answer(said);
    // The form is visible again, and the challenge that held the focus is gone.
    if (fault !== null) form.setFocus('number');
    show(fault);
  };
  const send = form.handleSubmit(async (entry) => show(await submit(cardOf(entry))));
  return { form, isChallenged, isBusy, send, decide };
}

/** Card form of the sandbox. Turns off autocomplete, so that browsers neither offer nor store real cards. */
export function SandboxCardForm({ userId, action, charge, onAdded }: Props) {
  const { form, isChallenged, isBusy, send, decide } = useSandboxCard(userId, onAdded);
  const { register, watch, formState } = form;
  const { errors } = formState;
  const digits = { autoComplete: 'off', inputMode: 'numeric', spellCheck: false } as const;
  const grouped = (
    name: 'number' | 'expiry',
    group: (typed: string) => string,
    check: (value: string) => true | string,
  ) =>
    register(name, {
      validate: check,
      onChange: ({ target }: { target: HTMLInputElement }) =>
        groupDigits(target, group, (value) => form.setValue(name, value)),
    });
  return (
    <>
      {isChallenged && <Challenge isBusy={isBusy} onAnswer={decide} />}
      <form
        className={`${formStyles.form} ${styles.form}`}
        hidden={isChallenged}
        noValidate
        onSubmit={(event) => void send(event)}
      >
        <TextField
          {...grouped('number', groupedNumber, (value) => isNumberComplete(value) || words.numberFault)}
          {...digits}
          label={words.number}
          data-autofocus
          error={errors.number?.message}
        />
        <div className={styles.row}>
          <TextField
            {...grouped('expiry', groupedExpiry, (value) => isExpiryComplete(value) || words.expiryFault)}
            {...digits}
            label={words.expiry}
            placeholder="MM / YY"
            error={errors.expiry?.message}
          />
          <TextField
            {...register('cvv', { validate: (value) => isCvvComplete(value) || words.cvvFault })}
            {...digits}
            label={words.cvv}
            maxLength={4}
            error={errors.cvv?.message}
          />
        </div>
        <TextField
          {...register('name', { validate: (value) => isNameGiven(value) || words.nameFault })}
          label={words.name}
          autoComplete="off"
          maxLength={LIMITS.cardNameMax}
          error={errors.name?.message}
        />
        <p className={formStyles.notice}>{charge}</p>
        <SubmitButton busy={isBusy} disabled={!isComplete(watch())} error={errors.root?.message}>
          {action}
        </SubmitButton>
      </form>
    </>
  );
}

interface ChallengeProps {
  isBusy: boolean;
  onAnswer: (answer: 'approve' | 'decline') => Promise<void>;
}

/** Simulates the challenge that a bank would show in its own window. */
function Challenge({ isBusy, onAnswer }: ChallengeProps) {
  const { title, text, approve, decline } = words.challenge;
  return (
    <section className={formStyles.form} aria-labelledby="challenge-title" aria-busy={isBusy}>
      <h2 id="challenge-title" className={styles.heading} tabIndex={-1} ref={(heading) => heading?.focus()}>
        {title}
      </h2>
      <p>{text}</p>
      <Button disabled={isBusy} onClick={() => void onAnswer('approve')}>
        {approve}
      </Button>
      <Button variant="default" disabled={isBusy} onClick={() => void onAnswer('decline')}>
        {decline}
      </Button>
    </section>
  );
}

/** Groups the typed digits. Leaves the value alone unless the caret is at the end, so that the caret does not jump. */
function groupDigits(input: HTMLInputElement, group: (typed: string) => string, set: (value: string) => void): void {
  const { value, selectionStart } = input;
  if (selectionStart !== null && selectionStart < value.length) return;
  set(group(value));
}
