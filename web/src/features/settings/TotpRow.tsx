import { Button } from '@mantine/core';
import type { Security } from '@switchback/contracts/endpoints/auth';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import { Dialog } from '../../components/Dialog.js';
import { texts } from '../../texts/en.js';
import { settingsTexts } from '../../texts/settings.js';
import { NewRecoveryCodes } from './NewRecoveryCodes.js';
import styles from './Settings.module.css';
import { TotpOffForm } from './TotpOffForm.js';

const words = settingsTexts.security;

const TotpSetup = lazyComponent(() => import('./TotpSetup.js'), 'notice');

interface Props {
  userId: string;
  passwordSet: boolean;
  totp: Security['totp'];
}

/** Shows whether two-step login is on, with actions to turn it on or off and to replace the recovery codes. */
export function TotpRow({ userId, passwordSet, totp: { on, recoveryCodesLeft } }: Props) {
  const [open, setOpen] = useState<'on' | 'off' | 'codes' | null>(null);
  const close = () => setOpen(null);
  const whose = { userId, passwordSet };
  return (
    <li className={styles.row}>
      <div>
        <h2 className={styles.name}>{words.totp}</h2>
        <p className={styles.value}>{on ? words.totpOn(recoveryCodesLeft) : words.totpOff(passwordSet)}</p>
      </div>
      <div className={styles.actions}>
        {on && (
          <Button variant="subtle" onClick={() => setOpen('codes')}>
            {words.recoveryCodes}
          </Button>
        )}
        <Button variant="default" onClick={() => setOpen(on ? 'off' : 'on')}>
          {on ? words.totpTurnOff : words.totpTurnOn}
        </Button>
      </div>
      <Dialog opened={open === 'on'} onClose={close} title={words.totp}>
        <Suspense fallback={<p role="status">{texts.loading}</p>}>
          <TotpSetup {...whose} />
        </Suspense>
      </Dialog>
      <Dialog opened={open === 'off'} onClose={close} title={words.totp}>
        <TotpOffForm {...whose} />
      </Dialog>
      <Dialog opened={open === 'codes'} onClose={close} title={words.recoveryCodes}>
        <NewRecoveryCodes {...whose} />
      </Dialog>
    </li>
  );
}
