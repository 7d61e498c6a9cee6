import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useLogInMutation } from '../../api/account-api.js';
import { CODES } from '../../api/error-codes.js';
import { asCallError, asksForCode } from '../../api/error.js';
import { checkOneTimeCode, OneTimeCodeField } from '../account/OneTimeCodeField.js';
import { checkEmail, checkPassword } from '../../components/form/faults.js';
import formStyles from '../../components/form/Form.module.css';
import { PasswordField } from '../../components/form/PasswordField.js';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { EmailField } from '../../components/form/TextField.js';
import { useFields } from '../../components/form/use-fields.js';
import type { Origin } from '../../lib/store/origin.js';
import { ProviderButton } from './ProviderButton.js';
import { ResendMail } from './ResendMail.js';
import { authTexts } from '../../texts/auth.js';
import { texts } from '../../texts/en.js';

const words = authTexts;

interface Props {
  /** Final destination after the login, also if the user logs in via another page. */
  origin: Origin;
  /** Code of the mailed link that led here: proves that the mailbox belongs to the person who logs in. */
  signUpCode?: string;
  /** Called when the user leaves for another page. */
  onLeave?: () => void;
}

/** Login form with email and password. The parent decides what follows the login. */
export function LoginForm({ origin, signUpCode, onLeave }: Props) {
  const { register, handleSubmit, formState, showRefusal } = useFields({ email: '', password: '', oneTimeCode: '' });
  const [isCodeAsked, setCodeAsked] = useState(false);
  // Credentials of an account that is not confirmed yet.
  const [unconfirmed, setUnconfirmed] = useState<{ email: string; password: string } | null>(null);
  const [logIn] = useLogInMutation();
  const { errors, isSubmitting } = formState;
  // Each login attempt of an unconfirmed account sends the mail again.
  const remind = async (who: { email: string; password: string }) => {
    const { error } = await logIn(who);
    return isNotConfirmed(error) ? undefined : error;
  };
  const submit = handleSubmit(async ({ email, password, oneTimeCode }) => {
    const { error } = await logIn({
      email: email.trim(),
      password,
      ...(isCodeAsked && { oneTimeCode }),
      ...(signUpCode !== undefined && { signUpCode }),
    });
    if (error === undefined) return;
    setUnconfirmed(isNotConfirmed(error) ? { email: email.trim(), password } : null);
    // The first time, this only asks for the code; it is not an error.
    if (asksForCode(error) && !isCodeAsked) setCodeAsked(true);
    else showRefusal(error);
  });
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <EmailField
        {...register('email', { validate: checkEmail })}
        label={words.fields.email}
        autoComplete="username"
        error={errors.email?.message}
      />
      <PasswordField
        {...register('password', { validate: checkPassword })}
        label={words.fields.password}
        autoComplete="current-password"
        error={errors.password?.message}
      />
      {isCodeAsked && (
        <OneTimeCodeField
          {...register('oneTimeCode', { validate: checkOneTimeCode })}
          description={words.fields.oneTimeCodeHelp}
          autoFocus
          error={errors.oneTimeCode?.message}
        />
      )}
      <SubmitButton busy={isSubmitting} error={errors.root?.message}>
        {texts.account.logIn}
      </SubmitButton>
      {unconfirmed !== null && <ResendMail send={() => remind(unconfirmed)} />}
      <ProviderButton origin={origin} />
      <Link to="/forgot-password" state={origin} className={formStyles.link} onClick={onLeave}>
        {words.forgot}
      </Link>
      <Button
        component={Link}
        to="/signup"
        state={origin}
        variant="default"
        fullWidth
        {...(onLeave && { onClick: onLeave })}
      >
        {words.createAccount}
      </Button>
    </form>
  );
}

function isNotConfirmed(error: unknown): boolean {
  return error !== undefined && asCallError(error).code === CODES.notConfirmed;
}
