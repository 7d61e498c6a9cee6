import type { Done } from '@switchback/contracts/endpoints/auth';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { UsernameField } from '../account/UsernameField.js';
import { usePasswordMinimum } from '../account/use-password-minimum.js';
import { useUsernameCheck } from '../account/use-username-check.js';
import { checkEmail, checkNewPassword, checkUsername } from '../../components/form/faults.js';
import formStyles from '../../components/form/Form.module.css';
import { PasswordField } from '../../components/form/PasswordField.js';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { EmailField } from '../../components/form/TextField.js';
import { useFields } from '../../components/form/use-fields.js';
import { useOrigin } from '../../lib/store/origin.js';
import { authTexts } from '../../texts/auth.js';
import { texts } from '../../texts/en.js';
import { type SignUpForm, useSignUpMutation } from './auth-endpoints.js';
import { TermsNotice } from './TermsNotice.js';

const words = authTexts;

interface Props {
  /** @param form the submitted form; submitting it again sends another mail. */
  onDone: (done: Done, form: SignUpForm) => void;
}

/** Sign-up form with email, username and password. A mailed link creates the account. */
export function SignupForm({ onDone }: Props) {
  const form = useFields({ email: '', username: '', password: '' });
  const { register, control, handleSubmit, formState, setFocus, showRefusal } = form;
  const { errors, isSubmitting } = formState;
  const passwordMin = usePasswordMinimum();
  const [signUp] = useSignUpMutation();
  const username = useWatch({ control, name: 'username' });
  // Skip the check while this form itself registers the name.
  const check = useUsernameCheck(isSubmitting ? '' : username);
  const submit = handleSubmit(async ({ email, username, password }) => {
    if (check.taken !== null) {
      setFocus('username');
      return;
    }
    const sent = { email: email.trim(), username: username.trim(), password };
    const { data, error } = await signUp(sent);
    if (error !== undefined) showRefusal(error);
    else onDone(data, sent);
  });
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <EmailField
        {...register('email', { validate: checkEmail })}
        label={words.fields.email}
        autoComplete="username"
        data-autofocus
        error={errors.email?.message}
      />
      <UsernameField
        {...register('username', { validate: checkUsername })}
        check={check}
        error={errors.username?.message}
      />
      <PasswordField
        {...register('password', { validate: checkNewPassword(passwordMin) })}
        label={words.fields.password}
        description={words.fields.passwordHelp(passwordMin)}
        autoComplete="new-password"
        error={errors.password?.message}
      />
      <TermsNotice lead={words.signup.notice} />
      <SubmitButton busy={isSubmitting} error={errors.root?.message}>
        {words.signUp}
      </SubmitButton>
      <p className={formStyles.notice}>
        {words.signup.haveAccount}{' '}
        <Link to="/login" state={useOrigin()}>
          {texts.account.logIn}
        </Link>
      </p>
    </form>
  );
}
