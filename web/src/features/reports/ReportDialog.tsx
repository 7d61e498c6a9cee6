import { useState } from 'react';
import { Dialog } from '../../components/Dialog.js';
import { reportTexts } from '../../texts/reports.js';
import type { Reported } from './report-endpoints.js';
import { ReportFields } from './ReportFields.js';

const words = reportTexts;

interface Props {
  subject: Reported;
  open: boolean;
  onClose: () => void;
}

/** Reports abuse without leaving the page. */
export default function ReportDialog({ subject, open, onClose }: Props) {
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
          <ReportFields subject={subject} onSent={setSent} />
        </>
      ) : (
        <p role="status">{sent}</p>
      )}
    </Dialog>
  );
}
