import { checkPassword } from '../../components/form/faults.js';
import formStyles from '../../components/form/Form.module.css';
import { PasswordField } from '../../components/form/PasswordField.js';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { useFields } from '../../components/form/use-fields.js';
import { authTexts } from '../../texts/auth.js';

interface Props {
  /** Without one there is none to ask for. */
  passwordSet: boolean;
  lead: string;
  action: string;
  /** Answers what went wrong; undefined for nothing. */
  send: (given: { password?: string }) => Promise<unknown>;
}

/** The password once more, before something that others must not do in an open session. */
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
