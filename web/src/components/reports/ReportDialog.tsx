import { useState } from 'react';
import { Dialog } from '../Dialog.js';
import { reportTexts } from '../../texts/reports.js';
import type { Reported } from './report-endpoints.js';
import { ReportFields } from './ReportFields.js';

const words = reportTexts;

interface Props {
  subject: Reported;
  open: boolean;
  onClose: () => void;
  onClosed?: () => void;
}

/** Reports abuse without leaving the page. */
export default function ReportDialog({ subject, open, onClose, onClosed }: Props) {
  const [sent, setSent] = useState<string | null>(null);
  const gone = () => {
    setSent(null);
    onClosed?.();
  };
  return (
    <Dialog
      opened={open}
      onClose={onClose}
      onExitTransitionEnd={gone}
      returnFocus={onClosed === undefined}
      title={sent === null ? words.title : words.sent}
    >
      {sent === null ? (
        <>
          <p>{words.lead}</p>
          <ReportFields subject={subject} onSent={setSent} />
        </>
      ) : (
        <p role="status">{sent}</p>
      )}
    </Dialog>
  );
}
