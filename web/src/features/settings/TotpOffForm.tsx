import { settingsTexts } from '../../texts/settings.js';
import { ConfirmPassword } from './ConfirmPassword.js';
import { useTurnOffTotpMutation } from './settings-endpoints.js';
import { Notice } from '../../components/Notice.js';

const words = settingsTexts.security;

interface Props {
  userId: string;
  /** Without one there is none to ask for. */
  passwordSet: boolean;
}

/** Codes are asked for no more. */
export function TotpOffForm({ userId, passwordSet }: Props) {
  const [turnOff, { data: done }] = useTurnOffTotpMutation();
  if (done !== undefined) return <Notice kind="success" title={done.title} text={done.details} />;
  return (
    <ConfirmPassword
      {...{ passwordSet, lead: words.totpOffLead, action: words.totpTurnOff }}
      send={async (given) => (await turnOff({ id: userId, ...given })).error}
    />
  );
}
