import { NativeSelect, Textarea } from '@mantine/core';
import { CONTACT_REASONS } from '@switchback/contracts/rules/accounts';
import { isBlank } from '@switchback/contracts/rules/blank';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { useEffect, useRef } from 'react';
import { checkEmail } from '../../components/form/faults.js';
import formStyles from '../../components/form/Form.module.css';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { EmailField, TextField } from '../../components/form/TextField.js';
import { useFields } from '../../components/form/use-fields.js';
import { numberText } from '../../lib/text/units.js';
import { pagesTexts } from '../../texts/pages.js';
import { type ContactForm, useContactMutation } from './contact-endpoint.js';

const words = pagesTexts.contact;

interface Props {
  /** Address of the logged-in user; empty for a visitor. */
  email: string;
  onSent: (details: string) => void;
}

export function ContactFields({ email, onSent }: Props) {
  const form = useFields<ContactForm>({ name: '', email, reason: '', message: '' });
  const { register, handleSubmit, formState, showRefusal, watch, resetField, getValues } = form;
  const { errors, isSubmitting } = formState;
  // Logging in or out replaces the address unless the user edited it; other input stays.
  const given = useRef(email);
  useEffect(() => {
    if (getValues('email') === given.current) resetField('email', { defaultValue: email });
    given.current = email;
  }, [email, getValues, resetField]);
  const [send] = useContactMutation();
  const left = LIMITS.contactMessageMax - watch('message').trim().length;
  const submit = handleSubmit(async ({ reason, email: address, ...values }) => {
    // Unreachable: the field's validation rejects an empty reason.
    if (reason === '') return;
    const { data, error } = await send({ ...values, reason, email: address.trim() });
    if (error !== undefined) showRefusal(error);
    else onSent(data.details);
  });
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        {...register('name', { validate: (name) => !isBlank(name) || words.nameRequired })}
        label={words.name}
        autoComplete="name"
        maxLength={LIMITS.contactNameMax}
        error={errors.name?.message}
      />
      <EmailField
        {...register('email', { validate: checkEmail })}
        label={words.email}
        autoComplete="email"
        error={errors.email?.message}
      />
      <NativeSelect
        {...register('reason', { validate: (reason) => reason !== '' || words.reasonRequired })}
        label={words.reason}
        data={[
          { value: '', label: words.chooseReason },
          ...CONTACT_REASONS.map((reason) => ({ value: reason, label: words.reasons[reason] })),
        ]}
        error={errors.reason?.message}
      />
      <Textarea
        {...register('message', { validate: checkMessage })}
        label={words.message}
        description={words.left(numberText(left))}
        rows={6}
        error={errors.message?.message}
      />
      <SubmitButton busy={isSubmitting} error={errors.root?.message}>
        {words.send}
      </SubmitButton>
    </form>
  );
}

function checkMessage(message: string): true | string {
  if (isBlank(message)) return words.messageRequired;
  return (
    message.trim().length <= LIMITS.contactMessageMax || words.messageTooLong(numberText(LIMITS.contactMessageMax))
  );
}
