import { Button } from '@mantine/core';
import type { Security } from '@switchback/contracts/endpoints/auth';
import { useState } from 'react';
import { Dialog } from '../../components/Dialog.js';
import { Notice } from '../../components/Notice.js';
import { settingsTexts } from '../../texts/settings.js';
import { ConfirmPassword } from './ConfirmPassword.js';
import { dayText } from '../../lib/text/day-text.js';
import styles from './Settings.module.css';
import { useUnlinkProviderMutation } from './settings-endpoints.js';

const words = settingsTexts.security;

interface Props {
  userId: string;
  passwordSet: boolean;
  provider: Security['providers'][number];
  /** Called once the provider is unlinked and the user has closed the confirmation. */
  onUnlinked: () => void;
  /** Called when the user chooses to set a password first. */
  onSetPassword: () => void;
}

/** Shows a linked login provider, with a button to unlink it. */
export function ProviderRow({ userId, passwordSet, provider, onUnlinked, onSetPassword }: Props) {
  const { issuer, name, linked } = provider;
  const [open, setOpen] = useState(false);
  const [unlink, { data: done }] = useUnlinkProviderMutation();
  const close = () => {
    setOpen(false);
    if (done !== undefined) onUnlinked();
  };
  return (
    <li className={styles.row}>
      <div>
        <h2 className={styles.name}>{words.provider(name)}</h2>
        <p className={styles.value}>{words.providerLinked(dayText(linked))}</p>
      </div>
      <Button variant="default" aria-label={words.unlinkOf(name)} onClick={() => setOpen(true)}>
        {words.unlink}
      </Button>
      <Dialog opened={open} onClose={close} title={words.unlinkOf(name)}>
        {done !== undefined ? (
          <Notice kind="success" title={done.title} text={done.details} />
        ) : passwordSet ? (
          <ConfirmPassword
            passwordSet={passwordSet}
            lead={words.unlinkLead(name)}
            action={words.unlink}
            send={async (args) => (await unlink({ id: userId, issuer, ...args })).error}
          />
        ) : (
          <Notice kind="info" title={words.passwordFirst} text={words.passwordFirstText(name)}>
            <Button
              onClick={() => {
                setOpen(false);
                onSetPassword();
              }}
            >
              {words.setPassword}
            </Button>
          </Notice>
        )}
      </Dialog>
    </li>
  );
}
