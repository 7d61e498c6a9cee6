import { Button } from '@mantine/core';
import type { GuideState } from '@switchback/geo/guide/guide-state';
import { useNavigate } from 'react-router';
import { GUIDE_PAGE } from '@switchback/contracts/rules/guide';
import { Notice } from '../../components/Notice.js';
import type { DriveRecord, StoredRecord } from '../../lib/offline/records.js';
import { dayText } from '../../lib/text/day-text.js';
import { driveGuideTexts } from '../../texts/drive-guide.js';
import { unlockVoice } from './voice.js';

const words = driveGuideTexts.unfinished;

interface Props {
  stored: StoredRecord;
  onContinue: (record: DriveRecord, state: GuideState) => void;
  onEnd: (stored: StoredRecord) => void;
}

/** Asks about a record that was not ended, before another one replaces it. */
export function Unfinished({ stored, onContinue, onEnd }: Props) {
  const { record, state } = stored;
  const navigate = useNavigate();
  const go = () => {
    if (state.level !== 'silent') void unlockVoice(driveGuideTexts.spoken.begin);
    void navigate(`${GUIDE_PAGE}/${record.page}`, { replace: true });
    onContinue(record, state);
  };
  return (
    <Notice
      kind="info"
      title={words.title}
      text={words.text(record.course.title, dayText(new Date(state.at).toISOString()))}
    >
      <Button mih={44} onClick={go}>
        {words.go}
      </Button>
      <Button mih={44} variant="default" onClick={() => onEnd(stored)}>
        {words.end}
      </Button>
    </Notice>
  );
}
