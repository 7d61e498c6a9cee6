import type { Done } from '@switchback/contracts/endpoints/auth';
import { checkPassword } from '../../components/form/faults.js';
import formStyles from '../../components/form/Form.module.css';
import { PasswordField } from '../../components/form/PasswordField.js';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { useFields } from '../../components/form/use-fields.js';
import { authTexts } from '../../texts/auth.js';
import { type MailedLink, useConfirmSignUpByPasswordMutation } from './auth-endpoints.js';

interface Props {
  link: MailedLink;
  /** Explains why the password is needed, and for which username. */
  lead: string;
  onDone: (done: Done) => void;
}

/** Asks for the password of the sign-up if another sign-up is pending for the same address. */
export function SignupPasswordForm({ link, lead, onDone }: Props) {
  const { register, handleSubmit, formState, showRefusal } = useFields({ password: '' });
  const [confirm] = useConfirmSignUpByPasswordMutation();
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ password }) => {
    const { data, error } = await confirm({ ...link, password });
    if (error !== undefined) showRefusal(error);
    else onDone(data);
  });
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p>{lead}</p>
      <PasswordField
        {...register('password', { validate: checkPassword })}
        label={authTexts.fields.password}
        autoComplete="current-password"
        data-autofocus
        error={errors.password?.message}
      />
      <SubmitButton busy={isSubmitting} error={errors.root?.message}>
        {authTexts.confirmSignup.confirm}
      </SubmitButton>
    </form>
  );
}
