import { Button } from '@mantine/core';
import { asCallError, sentences } from '../../api/error.js';
import { settingsTexts } from '../../texts/settings.js';
import { useExportAccountMutation } from './export-endpoint.js';
import styles from './Settings.module.css';

const words = settingsTexts.account.export;

/** Takes along what is kept of the person. It may take a while: it goes on when the tab is left, and is found again. */
export function ExportData({ userId }: { userId: string }) {
  const [ask, { isLoading, isSuccess, error }] = useExportAccountMutation({ fixedCacheKey: `export ${userId}` });
  return (
    <>
      <div>
        <h2 className={styles.name}>{words.title}</h2>
        <p role="status" className={styles.note}>
          {isLoading ? words.gathering : isSuccess ? words.done : words.lead}
        </p>
        <p role="alert" className={styles.refusal}>
          {error !== undefined && sentences(asCallError(error))}
        </p>
      </div>
      <Button
        variant="default"
        aria-disabled={isLoading}
        data-busy={isLoading}
        onClick={() => {
          if (!isLoading) void ask(userId);
        }}
      >
        {words.download}
      </Button>
    </>
  );
}
