import { Button } from '@mantine/core';
import { sentences } from '../api/error.js';
import { Dialog } from './Dialog.js';
import { Notice } from './Notice.js';
import { texts } from '../texts/en.js';
import { fromHereTexts } from '../texts/from-here.js';
import styles from './DraftDialogs.module.css';
import type { DraftOpening } from '../lib/drafts/use-draft-opening.js';

const words = fromHereTexts.make;

/** Asks before a draft is replaced, and reports a plan or road that could not be opened. */
export function DraftDialogs({ opening: { question, failure } }: { opening: DraftOpening }) {
  return (
    <>
      <Dialog opened={question !== null} onClose={() => question?.cancel()} title={words.replace}>
        <p className={styles.question}>{words.replaceText}</p>
        <div className={styles.actions}>
          <Button variant="default" mih={44} onClick={() => question?.cancel()}>
            {texts.form.cancel}
          </Button>
          <Button mih={44} onClick={() => question?.confirm()}>
            {words.replaceConfirm}
          </Button>
        </div>
      </Dialog>
      {failure !== null && (
        <div className={styles.failure}>
          <Notice kind="error" title={words.failed} text={sentences(failure)} />
        </div>
      )}
    </>
  );
}
