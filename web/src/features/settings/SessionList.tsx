import { Button } from '@mantine/core';
import type { Session } from '@switchback/contracts/resources/user';
import { settingsTexts } from '../../texts/settings.js';
import { browserName } from './browser-name.js';
import { useEndSessionMutation } from './settings-endpoints.js';
import styles from './Settings.module.css';

const words = settingsTexts.security;

/** Lists the user's sessions; all but the current one can be ended. */
export function SessionList({ userId, sessions }: { userId: string; sessions: readonly Session[] }) {
  const [end] = useEndSessionMutation();
  return (
    <section aria-labelledby="open-sessions">
      <h2 id="open-sessions" className={styles.heading}>
        {words.sessions}
      </h2>
      <ul className={styles.rows}>
        {sessions.map(({ id, agent, lastUsed, current }) => {
          const name = browserName(agent) || words.unknownAgent;
          return (
            <li key={id} className={styles.row}>
              <div>
                <p className={styles.value} title={agent}>
                  {name}
                </p>
                <p className={styles.note}>{current ? words.current : words.lastUsed(timeText(lastUsed))}</p>
              </div>
              {!current && (
                <Button
                  variant="default"
                  aria-label={words.endOf(name)}
                  onClick={() => void end({ id: userId, sessionId: id })}
                >
                  {words.end}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Formats a time in the browser's locale. */
function timeText(iso: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}
