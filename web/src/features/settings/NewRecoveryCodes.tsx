import { settingsTexts } from '../../texts/settings.js';
import { ConfirmPassword } from './ConfirmPassword.js';
import { RecoveryCodes } from './RecoveryCodes.js';
import { useReplaceRecoveryCodesMutation } from './settings-endpoints.js';

const words = settingsTexts.security;

interface Props {
  userId: string;
  /** Whether the account has a password; without one, the form asks for none. */
  passwordSet: boolean;
}

/** Replaces the remaining recovery codes with new ones. */
export function NewRecoveryCodes({ userId, passwordSet }: Props) {
  const [replace, { data: done }] = useReplaceRecoveryCodesMutation();
  if (done !== undefined) return <RecoveryCodes done={done} />;
  return (
    <ConfirmPassword
      passwordSet={passwordSet}
      lead={words.recoveryCodesLead}
      action={words.recoveryCodesMake}
      send={async (args) => (await replace({ id: userId, ...args })).error}
    />
  );
}
