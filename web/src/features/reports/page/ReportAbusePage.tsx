import { Button } from '@mantine/core';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '../../../components/Dialog.js';
import { Panel } from '../../../components/Panel.js';
import { reportTexts } from '../../../texts/reports.js';
import { ReportFields } from '../ReportFields.js';
import { texts } from '../../../texts/en.js';
import styles from './ReportAbusePage.module.css';

const words = reportTexts;

/** Reports abuse without a particular subject; its button, and the answer's, lead to the home page. */
export default function ReportAbusePage() {
  const [sent, setSent] = useState<string | null>(null);
  const navigate = useNavigate();
  const close = () => void navigate('/');
  return (
    <Panel title={words.title} head={(product) => plainPage(product, '/report-abuse')} lead={words.lead}>
      <ReportFields subject={null} onSent={setSent} />
      <Button variant="default" fullWidth mih={44} className={styles.close ?? ''} onClick={close}>
        {texts.close}
      </Button>
      <Dialog opened={sent !== null} onClose={close} title={words.sent}>
        <p role="status">{sent}</p>
      </Dialog>
    </Panel>
  );
}
