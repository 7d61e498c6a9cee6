import { Switch } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { NOTICE_KINDS } from '@switchback/contracts/rules/moderation';
import { reasonOf } from '../../api/error.js';
import { useNoticeSettingsQuery, useSaveNoticeSettingMutation } from '../../api/notices-api.js';
import { noticesTexts } from '../../texts/notices.js';
import { texts } from '../../texts/en.js';
import { Failed } from './Failed.js';
import styles from './Settings.module.css';
import type { TabProps } from './tabs.js';

const words = noticesTexts;

/** Selects the notifications that the user receives, by kind and channel; each switch saves when toggled. */
export function NoticesTab({ user: { id } }: TabProps) {
  const { data: settings, error: missing } = useNoticeSettingsQuery(id);
  const [save, { error }] = useSaveNoticeSettingMutation();
  if (settings === undefined) {
    return missing === undefined ? <p role="status">{texts.loading}</p> : <Failed error={missing} />;
  }
  return (
    <>
      <p className={styles.lead}>{words.settingsLead}</p>
      <ul className={styles.rows}>
        {NOTICE_KINDS.flatMap((kind) =>
          (['notice', 'mail'] as const).map((channel) => (
            <li key={`${kind} ${channel}`} className={styles.row}>
              <Switch
                size="md"
                label={words.settingKinds[kind]}
                aria-label={`${words.settingKinds[kind]}: ${words.channels[channel]}`}
                description={words.channels[channel]}
                checked={settings[kind][channel]}
                onChange={({ currentTarget }) => void save({ id, kind, channel, on: currentTarget.checked })}
              />
            </li>
          )),
        )}
      </ul>
      <p role="alert" className={styles.refusal}>
        {error !== undefined && reasonOf(error)}
      </p>
    </>
  );
}
