import type { Done } from '@switchback/contracts/endpoints/auth';
import { useState } from 'react';
import { checkEmail, checkPassword } from '../../components/form/faults.js';
import formStyles from '../../components/form/Form.module.css';
import { PasswordField } from '../../components/form/PasswordField.js';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { EmailField } from '../../components/form/TextField.js';
import { useFields } from '../../components/form/use-fields.js';
import { Notice } from '../../components/Notice.js';
import { authTexts } from '../../texts/auth.js';
import { settingsTexts } from '../../texts/settings.js';
import { useChangeEmailMutation } from './settings-endpoints.js';

const words = authTexts.fields;

interface Props {
  userId: string;
  /** Whether the account has a password; without one, the form asks for none. */
  passwordSet: boolean;
  /** The current address. */
  email: string;
}

/** Changes the email address; a link mailed to the new address completes the change. */
export function ChangeEmailForm({ userId, passwordSet, email }: Props) {
  const { register, handleSubmit, formState, showRefusal } = useFields({ newEmail: '', password: '' });
  const { errors, isSubmitting, isDirty } = formState;
  const [change] = useChangeEmailMutation();
  const [done, setDone] = useState<Done | null>(null);
  const submit = handleSubmit(async ({ newEmail, password }) => {
    const { data, error } = await change({
      id: userId,
      newEmail: newEmail.trim(),
      currentEmail: email,
      ...(passwordSet && { password }),
    });
    if (error !== undefined) showRefusal(error);
    else setDone(data);
  });
  if (done !== null) return <Notice kind="success" title={done.title} text={done.details} />;
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <EmailField
        {...register('newEmail', { validate: checkEmail })}
        label={words.newEmail}
        autoComplete="email"
        data-autofocus
        error={errors.newEmail?.message}
      />
      {passwordSet && (
        <PasswordField
          {...register('password', { validate: checkPassword })}
          label={words.password}
          autoComplete="current-password"
          error={errors.password?.message}
        />
      )}
      <SubmitButton busy={isSubmitting} disabled={!isDirty} error={errors.root?.message}>
        {settingsTexts.security.save}
      </SubmitButton>
    </form>
  );
}
