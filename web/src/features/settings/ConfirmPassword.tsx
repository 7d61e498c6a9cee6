import { checkPassword } from '../../components/form/faults.js';
import formStyles from '../../components/form/Form.module.css';
import { PasswordField } from '../../components/form/PasswordField.js';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { useFields } from '../../components/form/use-fields.js';
import { authTexts } from '../../texts/auth.js';

interface Props {
  /** Whether the account has a password; without one, the form asks for none. */
  passwordSet: boolean;
  lead: string;
  action: string;
  /** Returns the error; undefined on success. */
  send: (input: { password?: string }) => Promise<unknown>;
}

/** Asks for the password again before an action that another person must not take in an open session. */
export function ConfirmPassword({ passwordSet, lead, action, send }: Props) {
  const { register, handleSubmit, formState, showRefusal } = useFields({ password: '' });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ password }) => {
    const error = await send(passwordSet ? { password } : {});
    if (error !== undefined) showRefusal(error);
  });
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p>{lead}</p>
      {passwordSet && (
        <PasswordField
          {...register('password', { validate: checkPassword })}
          label={authTexts.fields.currentPassword}
          autoComplete="current-password"
          data-autofocus
          error={errors.password?.message}
        />
      )}
      <SubmitButton busy={isSubmitting} error={errors.root?.message}>
        {action}
      </SubmitButton>
    </form>
  );
}
