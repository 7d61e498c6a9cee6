import { settingsTexts } from '../../texts/settings.js';
import { ConfirmPassword } from './ConfirmPassword.js';
import { useTurnOffTotpMutation } from './settings-endpoints.js';
import { Notice } from '../../components/Notice.js';

const words = settingsTexts.security;

interface Props {
  userId: string;
  /** Whether the account has a password; without one, the form asks for none. */
  passwordSet: boolean;
}

/** Turns off two-step login. */
export function TotpOffForm({ userId, passwordSet }: Props) {
  const [turnOff, { data: done }] = useTurnOffTotpMutation();
  if (done !== undefined) return <Notice kind="success" title={done.title} text={done.details} />;
  return (
    <ConfirmPassword
      passwordSet={passwordSet}
      lead={words.totpOffLead}
      action={words.totpTurnOff}
      send={async (args) => (await turnOff({ id: userId, ...args })).error}
    />
  );
}
