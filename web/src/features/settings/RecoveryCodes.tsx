import type { Done } from '@switchback/contracts/endpoints/auth';
import { Notice } from '../../components/Notice.js';
import styles from './Settings.module.css';

/** Shows recovery codes for when the authenticator app is lost. They are shown only once. */
export function RecoveryCodes({ done }: { done: Done & { recoveryCodes: string[] } }) {
  return (
    <Notice kind="success" title={done.title} text={done.details}>
      <ul className={styles.codes}>
        {done.recoveryCodes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Notice>
  );
}
