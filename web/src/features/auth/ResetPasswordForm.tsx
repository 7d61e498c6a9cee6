import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import type { Done } from '@switchback/contracts/endpoints/auth';
import { NewPasswordFields } from '../account/NewPasswordFields.js';
import formStyles from '../../components/form/Form.module.css';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { useFields } from '../../components/form/use-fields.js';
import { dayText } from '../../lib/text/day-text.js';
import { authTexts } from '../../texts/auth.js';
import { useConfirmPasswordResetMutation, type MailedLink } from './auth-endpoints.js';

interface Props {
  link: MailedLink;
  /** Setup time of a second factor that the user may turn off, since another person may have set it up. */
  secondFactorSince: string | undefined;
  onDone: (done: Done) => void;
}

/** Sets a new password, entered twice, which logs the user in. */
export function ResetPasswordForm({ link, secondFactorSince, onDone }: Props) {
  const form = useFields({ password: '', repeated: '', turnOffSecondFactor: false });
  const { register, handleSubmit, formState, showRefusal } = form;
  const [confirm] = useConfirmPasswordResetMutation();
  const submit = handleSubmit(async ({ password, turnOffSecondFactor }) => {
    const { data, error } = await confirm({ ...link, password, ...(turnOffSecondFactor && { turnOffSecondFactor }) });
    if (error !== undefined) showRefusal(error);
    else onDone(data);
  });
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <NewPasswordFields form={form} />
      {secondFactorSince !== undefined && (
        <Checkbox
          {...register('turnOffSecondFactor')}
          label={authTexts.resetPassword.turnOff(dayText(secondFactorSince))}
          description={authTexts.resetPassword.turnOffHelp}
        />
      )}
      <SubmitButton busy={formState.isSubmitting} error={formState.errors.root?.message}>
        {authTexts.resetPassword.save}
      </SubmitButton>
    </form>
  );
}
