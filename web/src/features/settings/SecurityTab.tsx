import { Button } from '@mantine/core';
import { useState } from 'react';
import { ForgotPasswordForm } from '../account/ForgotPasswordForm.js';
import { Dialog } from '../../components/Dialog.js';
import { authTexts } from '../../texts/auth.js';
import { texts } from '../../texts/en.js';
import { settingsTexts } from '../../texts/settings.js';
import { ChangeEmailForm } from './ChangeEmailForm.js';
import { ChangePasswordForm } from './ChangePasswordForm.js';
import { Failed } from './Failed.js';
import { ProviderRow } from './ProviderRow.js';
import { SessionList } from './SessionList.js';
import { useSecurityQuery } from './settings-endpoints.js';
import styles from './Settings.module.css';
import type { TabProps } from './tabs.js';
import { TotpRow } from './TotpRow.js';

const words = settingsTexts.security;

type Open = 'password' | 'email' | 'forgot' | null;

/** Settings for how the user logs in, and a list of their sessions. */
export function SecurityTab({ user: { id, email } }: TabProps) {
  const { data: security, error, refetch } = useSecurityQuery(id);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  if (security === undefined) {
    return error === undefined ? <p role="status">{texts.loading}</p> : <Failed error={error} />;
  }
  const whose = { userId: id, passwordSet: security.passwordSet };
  return (
    <>
      <ul className={styles.rows}>
        <li className={styles.row}>
          <div>
            <h2 className={styles.name}>{words.password}</h2>
            <p className={styles.value}>{security.passwordSet ? words.passwordSet : words.passwordUnset}</p>
          </div>
          <div className={styles.actions}>
            <Button variant="subtle" onClick={() => setOpen('forgot')}>
              {authTexts.forgot}
            </Button>
            <Button variant="default" onClick={() => setOpen('password')}>
              {words.passwordEdit}
            </Button>
          </div>
        </li>
        <li className={styles.row}>
          <div>
            <h2 className={styles.name}>{words.email}</h2>
            <p className={styles.value}>{security.email}</p>
          </div>
          <Button variant="default" onClick={() => setOpen('email')}>
            {words.emailEdit}
          </Button>
        </li>
        {(security.totp.offered || security.totp.on) && <TotpRow {...whose} totp={security.totp} />}
        {security.providers.map((provider) => (
          <ProviderRow
            key={provider.issuer}
            {...whose}
            provider={provider}
            onUnlinked={() => void refetch()}
            onSetPassword={() => setOpen('password')}
          />
        ))}
      </ul>
      <SessionList userId={id} sessions={security.sessions} />
      <Dialog
        opened={open === 'password'}
        onClose={close}
        title={security.passwordSet ? words.changePassword : words.setPassword}
      >
        <ChangePasswordForm {...whose} />
      </Dialog>
      <Dialog opened={open === 'email'} onClose={close} title={words.changeEmail}>
        <ChangeEmailForm {...whose} email={email} />
      </Dialog>
      <Dialog opened={open === 'forgot'} onClose={close} title={authTexts.forgotPassword.title}>
        <ForgotPasswordForm email={email} />
      </Dialog>
    </>
  );
}
