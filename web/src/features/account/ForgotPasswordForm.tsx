import type { Done } from '@switchback/contracts/endpoints/auth';
import { useState } from 'react';
import { useRequestPasswordResetMutation } from '../../api/account-api.js';
import { authTexts } from '../../texts/auth.js';
import { checkEmail } from '../../components/form/faults.js';
import formStyles from '../../components/form/Form.module.css';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { EmailField } from '../../components/form/TextField.js';
import { useFields } from '../../components/form/use-fields.js';
import { Notice } from '../../components/Notice.js';

const words = authTexts;

/** Requests a link to set a new password. The response does not reveal whether the account exists. */
export function ForgotPasswordForm({ email = '' }: { email?: string }) {
  const { register, handleSubmit, formState, showRefusal } = useFields({ email });
  const [request] = useRequestPasswordResetMutation();
  const [done, setDone] = useState<Done | null>(null);
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (form) => {
    const { data, error } = await request({ email: form.email.trim() });
    if (error !== undefined) showRefusal(error);
    else setDone(data);
  });
  if (done !== null) return <Notice kind="success" title={done.title} text={done.details} />;
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={formStyles.notice}>{words.forgotPassword.lead}</p>
      <EmailField
        {...register('email', { validate: checkEmail })}
        label={words.fields.email}
        autoComplete="username"
        data-autofocus
        error={errors.email?.message}
      />
      <SubmitButton busy={isSubmitting} error={errors.root?.message}>
        {words.forgotPassword.send}
      </SubmitButton>
    </form>
  );
}
