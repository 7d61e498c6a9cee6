import type { Done } from '@switchback/contracts/endpoints/auth';
import { useState } from 'react';
import { NewPasswordFields } from '../account/NewPasswordFields.js';
import { checkPassword } from '../../components/form/faults.js';
import formStyles from '../../components/form/Form.module.css';
import { PasswordField } from '../../components/form/PasswordField.js';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { useFields } from '../../components/form/use-fields.js';
import { Notice } from '../../components/Notice.js';
import { authTexts } from '../../texts/auth.js';
import { settingsTexts } from '../../texts/settings.js';
import { useChangePasswordMutation } from './settings-endpoints.js';

const words = settingsTexts.security;

interface Props {
  userId: string;
  /** Whether the account has a password; without one, the form asks for none. */
  passwordSet: boolean;
}

/** Changes the password: asks for the current one once, and for the new one twice. */
export function ChangePasswordForm({ userId, passwordSet }: Props) {
  const form = useFields({ currentPassword: '', password: '', repeated: '' });
  const { register, handleSubmit, formState, showRefusal } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const [change] = useChangePasswordMutation();
  const [done, setDone] = useState<Done | null>(null);
  const submit = handleSubmit(async ({ currentPassword, password }) => {
    const { data, error } = await change({
      id: userId,
      newPassword: password,
      ...(passwordSet && { currentPassword }),
    });
    if (error !== undefined) showRefusal(error, { newPassword: 'password' });
    else setDone(data);
  });
  if (done !== null) return <Notice kind="success" title={done.title} text={done.details} />;
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      {passwordSet && (
        <PasswordField
          {...register('currentPassword', { validate: checkPassword })}
          label={authTexts.fields.currentPassword}
          autoComplete="current-password"
          data-autofocus
          error={errors.currentPassword?.message}
        />
      )}
      <NewPasswordFields form={form} />
      <SubmitButton busy={isSubmitting} disabled={!isDirty} error={errors.root?.message}>
        {words.save}
      </SubmitButton>
    </form>
  );
}
