import { LIMITS } from '@switchback/contracts/rules/limits';
import { splitName } from '@switchback/contracts/rules/billing';
import formStyles from '../../components/form/Form.module.css';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { TextField } from '../../components/form/TextField.js';
import { useFields } from '../../components/form/use-fields.js';
import { Notice } from '../../components/Notice.js';
import { billingTexts } from '../../texts/billing.js';
import { useAddCardMutation, usePaymentIntentMutation } from './billing-endpoints.js';
import styles from './Billing.module.css';
import { isNameGiven } from './card-entry.js';
import { cardFault } from './card-fault.js';
import { type CardField, type FieldState } from './chargebee.js';
import { fieldId, useChargebeeFields } from './use-chargebee-fields.js';

const words = billingTexts.card;

interface Props {
  userId: string;
  action: string;
  /** What sending the card charges. */
  charge: string;
  site: string;
  publishableKey: string;
  onAdded: (done: { title: string; details: string }) => void;
}

/** Card form with Chargebee's fields. Chargebee runs the 3-D Secure step in an overlay. */
export function ChargebeeCardForm({ userId, action, charge, site, publishableKey, onAdded }: Props) {
  const { register, handleSubmit, formState, showRefusal, watch } = useFields({ name: '' });
  const { errors, isSubmitting } = formState;
  const { state, component, fields, isComplete } = useChargebeeFields(site, publishableKey);
  const [begin] = usePaymentIntentMutation();
  const [add] = useAddCardMutation();
  const authorise = async (name: string) => {
    const { firstName, lastName } = splitName(name);
    const intent = await begin(userId).unwrap();
    const authorized = await component?.authorizeWith3ds(intent, { billingAddress: { firstName, lastName } });
    if (authorized !== undefined) onAdded(await add({ id: userId, intent: authorized }).unwrap());
  };
  const send = handleSubmit(({ name }) => authorise(name).catch((error: unknown) => showRefusal(cardFault(error))));
  if (state === 'failed') return <Notice kind="error" title={words.unloaded} text={words.unloadedText} />;
  return (
    <form className={formStyles.form} noValidate aria-busy={state === 'loading'} onSubmit={(event) => void send(event)}>
      {state === 'loading' && <p role="status">{words.loading}</p>}
      <Framed name="number" label={words.number} state={fields.number} />
      <div className={styles.row}>
        <Framed name="expiry" label={words.expiry} state={fields.expiry} />
        <Framed name="cvv" label={words.cvv} state={fields.cvv} />
      </div>
      <TextField
        {...register('name', { validate: (value) => isNameGiven(value) || words.nameFault })}
        label={words.name}
        autoComplete="cc-name"
        maxLength={LIMITS.cardNameMax}
        error={errors.name?.message}
      />
      <p className={formStyles.notice}>{charge}</p>
      <SubmitButton
        busy={isSubmitting}
        disabled={!isComplete || !isNameGiven(watch('name'))}
        error={errors.root?.message}
      >
        {action}
      </SubmitButton>
    </form>
  );
}

/** Container for one of the provider's fields; the provider labels it for screen readers itself. */
function Framed({ name, label, state }: { name: CardField; label: string; state: FieldState | undefined }) {
  return (
    <div>
      <p className={styles.framedLabel} aria-hidden="true">
        {label}
      </p>
      <div id={fieldId(name)} className={styles.framed} />
      <p role="alert" className={formStyles.refusal}>
        {state?.error?.message}
      </p>
    </div>
  );
}
