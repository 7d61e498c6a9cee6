import { ACCOUNT_MESSAGES } from '@switchback/contracts/rules/accounts';
import type { UseFormReturn } from 'react-hook-form';
import { authTexts } from '../../texts/auth.js';
import { checkNewPassword } from '../../components/form/faults.js';
import { PasswordField } from '../../components/form/PasswordField.js';
import { usePasswordMinimum } from './use-password-minimum.js';

const words = authTexts.fields;

interface NewPassword {
  password: string;
  repeated: string;
}

/** A new password and its confirmation. */
export function NewPasswordFields<T extends NewPassword>({
  form,
}: {
  form: Pick<UseFormReturn<T>, 'register' | 'formState'>;
}) {
  // Narrows the form, which may have other fields, to these two.
  const { register, formState } = form as unknown as Pick<UseFormReturn<NewPassword>, 'register' | 'formState'>;
  const { errors, touchedFields } = formState;
  const min = usePasswordMinimum();
  return (
    <>
      <PasswordField
        {...register('password', { validate: checkNewPassword(min), deps: touchedFields.repeated ? ['repeated'] : [] })}
        label={words.newPassword}
        description={words.passwordHelp(min)}
        autoComplete="new-password"
        error={errors.password?.message}
      />
      <PasswordField
        {...register('repeated', {
          validate: (value, { password }) => value.trim() === password.trim() || ACCOUNT_MESSAGES.passwordMismatch,
        })}
        label={words.repeatPassword}
        autoComplete="new-password"
        error={errors.repeated?.message}
      />
    </>
  );
}
