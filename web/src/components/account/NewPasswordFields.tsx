import { ACCOUNT_MESSAGES } from '@switchback/contracts/rules/accounts';
import type { UseFormReturn } from 'react-hook-form';
import { authTexts } from '../../texts/auth.js';
import { checkNewPassword } from '../form/faults.js';
import { PasswordField } from '../form/PasswordField.js';
import { usePasswordMin } from './use-password-min.js';

const words = authTexts.fields;

interface NewPassword {
  password: string;
  repeated: string;
}

/** A new password, and the same once more. */
export function NewPasswordFields<T extends NewPassword>({
  form,
}: {
  form: Pick<UseFormReturn<T>, 'register' | 'formState'>;
}) {
  // What these fields need of a form that may have others beside them.
  const { register, formState } = form as unknown as Pick<UseFormReturn<NewPassword>, 'register' | 'formState'>;
  const { errors, touchedFields } = formState;
  const min = usePasswordMin();
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
