import { checkOneTimeCode, OneTimeCodeField } from '../account/OneTimeCodeField.js';
import formStyles from '../../components/form/Form.module.css';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { useFields } from '../../components/form/use-fields.js';
import QrCode from '../../components/QrCode.js';
import { settingsTexts } from '../../texts/settings.js';
import { ConfirmPassword } from './ConfirmPassword.js';
import { RecoveryCodes } from './RecoveryCodes.js';
import { useBeginTotpMutation, useConfirmTotpMutation } from './settings-endpoints.js';
import styles from './Settings.module.css';

const words = settingsTexts.security;

interface Props {
  userId: string;
  /** Whether the account has a password; without one, the form asks for none. */
  passwordSet: boolean;
}

/**
 * Sets up two-step login: password, secret for an authenticator app, first code, and recovery codes for when the app is
 * lost.
 */
export default function TotpSetup({ userId, passwordSet }: Props) {
  const [begin, { data: begun }] = useBeginTotpMutation();
  if (begun !== undefined) return <FirstCode userId={userId} {...begun} />;
  return (
    <ConfirmPassword
      passwordSet={passwordSet}
      lead={words.totpLead}
      action={words.totpGoOn}
      send={async (args) => (await begin({ id: userId, ...args })).error}
    />
  );
}

function FirstCode({ userId, secret, uri }: { userId: string; secret: string; uri: string }) {
  const { register, handleSubmit, formState, showRefusal } = useFields({ code: '' });
  const [confirm, { data: done }] = useConfirmTotpMutation();
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ code }) => {
    const { error } = await confirm({ id: userId, code });
    if (error !== undefined) showRefusal(error);
  });
  if (done !== undefined) return <RecoveryCodes done={done} />;
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p>{words.totpScan}</p>
      <QrCode text={uri} label={words.totpPicture} />
      <p>
        {words.totpSecret} <span className={styles.secret}>{secret}</span>
      </p>
      <OneTimeCodeField
        {...register('code', { validate: checkOneTimeCode })}
        inputMode="numeric"
        error={errors.code?.message}
      />
      <SubmitButton busy={isSubmitting} error={errors.root?.message}>
        {words.totpTurnOn}
      </SubmitButton>
    </form>
  );
}
