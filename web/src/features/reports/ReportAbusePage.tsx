import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '../../components/Dialog.js';
import { Panel } from '../../components/Panel.js';
import { reportTexts } from '../../texts/reports.js';
import { ReportFields } from '../../components/reports/ReportFields.js';

const words = reportTexts;

/** Reports abuse without a particular subject, then returns to the home page. */
export default function ReportAbusePage() {
  const [sent, setSent] = useState<string | null>(null);
  const navigate = useNavigate();
  return (
    <Panel title={words.title} head={(product) => plainPage(product, '/report-abuse')} lead={words.lead}>
      <ReportFields subject={null} onSent={setSent} />
      <Dialog opened={sent !== null} onClose={() => void navigate('/')} title={words.sent}>
        <p role="status">{sent}</p>
      </Dialog>
    </Panel>
  );
}
