import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../components/Dialog.js';
import { reportTexts } from '../../texts/reports.js';
import type { Reported } from './report-endpoints.js';
import { ReportFields } from './ReportFields.js';
import styles from './Reports.module.css';

const words = reportTexts;

interface Props {
  subject: Reported;
  open: boolean;
  onClose: () => void;
  /** Leads to suggested edits, which correct the subject; null if it has none. */
  onSuggest?: (() => void) | null;
}

/** Reports abuse without leaving the page. */
export default function ReportDialog({ subject, open, onClose, onSuggest = null }: Props) {
  const [sent, setSent] = useState<string | null>(null);
  return (
    <Dialog
      opened={open}
      onClose={onClose}
      onExitTransitionEnd={() => setSent(null)}
      title={sent === null ? words.title : words.sent}
    >
      {sent === null ? (
        <>
          <p>{words.lead}</p>
          {onSuggest !== null && (
            <div className={styles.road}>
              <p>{words.road}</p>
              <Button variant="default" mih={44} onClick={onSuggest}>
                {words.suggest.title}
              </Button>
            </div>
          )}
          <ReportFields subject={subject} onSent={setSent} />
        </>
      ) : (
        <p role="status">{sent}</p>
      )}
    </Dialog>
  );
}
