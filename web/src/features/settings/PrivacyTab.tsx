import { Switch } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { PRIVACY_KEYS } from '@switchback/contracts/rules/accounts';
import { reasonOf } from '../../api/error.js';
import { texts } from '../../texts/en.js';
import { settingsTexts } from '../../texts/settings.js';
import { Failed } from './Failed.js';
import { usePrivacyQuery, useSetPrivacyMutation } from './settings-endpoints.js';
import styles from './Settings.module.css';
import type { TabProps } from './tabs.js';

const words = settingsTexts.privacy;

/** Controls what other users see of the profile; each switch saves when toggled. */
export function PrivacyTab({ user: { id } }: TabProps) {
  const { data: shown, error } = usePrivacyQuery(id);
  const [set, { error: refusal }] = useSetPrivacyMutation();
  if (shown === undefined) {
    return error === undefined ? <p role="status">{texts.loading}</p> : <Failed error={error} />;
  }
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      <ul className={styles.rows}>
        {PRIVACY_KEYS.map((part) => (
          <li key={part} className={styles.row}>
            <Switch
              size="md"
              label={words.parts[part]}
              aria-label={words.parts[part]}
              description={shown[part] ? words.shown : words.hidden}
              checked={shown[part]}
              onChange={({ currentTarget }) => void set({ id, part, shown: currentTarget.checked })}
            />
          </li>
        ))}
      </ul>
      <p role="alert" className={styles.refusal}>
        {refusal !== undefined && reasonOf(refusal)}
      </p>
    </>
  );
}
