import { Button } from '@mantine/core';
import { reasonOf } from '../../api/error.js';
import { settingsTexts } from '../../texts/settings.js';
import { useExportAccountMutation } from './export-endpoint.js';
import styles from './Settings.module.css';

const words = settingsTexts.account.export;

/**
 * Downloads the data stored about the user. This may take a while: it continues when the user leaves the tab, and its
 * state shows again on return.
 */
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
          {error !== undefined && reasonOf(error)}
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
