import type { Done } from '@switchback/contracts/endpoints/auth';
import { NewPasswordFields } from '../../components/account/NewPasswordFields.js';
import formStyles from '../../components/form/Form.module.css';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { useFields } from '../../components/form/use-fields.js';
import { authTexts } from '../../texts/auth.js';
import { useConfirmPasswordResetMutation, type MailedLink } from './auth-endpoints.js';

interface Props {
  link: MailedLink;
  onDone: (done: Done) => void;
}

/** A new password, twice. The person is logged in with it. */
export function ResetPasswordForm({ link, onDone }: Props) {
  const form = useFields({ password: '', repeated: '' });
  const { handleSubmit, formState, showRefusal } = form;
  const [confirm] = useConfirmPasswordResetMutation();
  const submit = handleSubmit(async ({ password }) => {
    const { data, error } = await confirm({ ...link, password });
    if (error !== undefined) showRefusal(error);
    else onDone(data);
  });
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <NewPasswordFields form={form} />
      <SubmitButton busy={formState.isSubmitting} error={formState.errors.root?.message}>
        {authTexts.resetPassword.save}
      </SubmitButton>
    </form>
  );
}
