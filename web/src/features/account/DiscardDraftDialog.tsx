import { Button } from '@mantine/core';
import { texts } from '../../texts/en.js';
import { Dialog } from '../../components/Dialog.js';
import formStyles from '../../components/form/Form.module.css';

const words = texts.account.discardDraft;

/** Confirmation before Log Out deletes a draft. */
export default function DiscardDraftDialog({ onConfirm, onClose }: { onConfirm: () => void; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={words.title}>
      <div className={formStyles.form}>
        <p>{words.text}</p>
        <div className={formStyles.row}>
          <Button mih={44} color="red.9" onClick={onConfirm}>
            {words.confirm}
          </Button>
          <Button mih={44} variant="default" onClick={onClose}>
            {texts.form.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
