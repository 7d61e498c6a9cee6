import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { ForgotPasswordForm } from '../../components/account/ForgotPasswordForm.js';
import { Dialog } from '../../components/Dialog.js';
import { authTexts } from '../../texts/auth.js';
import { texts } from '../../texts/en.js';
import { settingsTexts } from '../../texts/settings.js';
import { ChangeEmailForm } from './ChangeEmailForm.js';
import { ChangePasswordForm } from './ChangePasswordForm.js';
import { Failed } from './Failed.js';
import { SessionList } from './SessionList.js';
import { TotpOffForm } from './TotpOffForm.js';
import { useSecurityQuery } from './settings-endpoints.js';
import styles from './Settings.module.css';
import type { TabProps } from './tabs.js';

const words = settingsTexts.security;

const TotpSetup = lazy(() => import('./TotpSetup.js'));

type Open = 'password' | 'email' | 'forgot' | 'totp' | 'totp-off' | null;

/** How one logs in, and where one is logged in. */
export function SecurityTab({ user: { id, email } }: TabProps) {
  const { data: security, error } = useSecurityQuery(id);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  if (security === undefined) {
    return error === undefined ? <p role="status">{texts.loading}</p> : <Failed error={error} />;
  }
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
        {(security.totp.offered || security.totp.on) && (
          <li className={styles.row}>
            <div>
              <h2 className={styles.name}>{words.totp}</h2>
              <p className={styles.value}>
                {security.totp.on ? words.totpOn(security.totp.recoveryCodesLeft) : words.totpOff}
              </p>
            </div>
            <Button variant="default" onClick={() => setOpen(security.totp.on ? 'totp-off' : 'totp')}>
              {security.totp.on ? words.totpTurnOff : words.totpTurnOn}
            </Button>
          </li>
        )}
      </ul>
      <SessionList userId={id} sessions={security.sessions} />
      <Dialog opened={open === 'password'} onClose={close} title={words.changePassword}>
        <ChangePasswordForm userId={id} passwordSet={security.passwordSet} />
      </Dialog>
      <Dialog opened={open === 'email'} onClose={close} title={words.changeEmail}>
        <ChangeEmailForm userId={id} email={email} />
      </Dialog>
      <Dialog opened={open === 'totp'} onClose={close} title={words.totp}>
        <Suspense fallback={<p role="status">{texts.loading}</p>}>
          <TotpSetup userId={id} passwordSet={security.passwordSet} />
        </Suspense>
      </Dialog>
      <Dialog opened={open === 'totp-off'} onClose={close} title={words.totp}>
        <TotpOffForm userId={id} passwordSet={security.passwordSet} />
      </Dialog>
      <Dialog opened={open === 'forgot'} onClose={close} title={authTexts.forgotPassword.title}>
        <p className={styles.lead}>{authTexts.forgotPassword.lead}</p>
        <ForgotPasswordForm email={email} />
      </Dialog>
    </>
  );
}
