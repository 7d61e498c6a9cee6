import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import { useState } from 'react';
import { reasonOf } from '../../api/error.js';
import { useDecidePhotoMutation } from '../../api/photo-decisions-api.js';
import { approvalTexts } from '../../texts/approval.js';
import { Dialog } from '../../components/Dialog.js';
import { Picture } from '../../components/Picture.js';
import styles from './ApprovePhotosDialog.module.css';

const words = approvalTexts;

interface Props {
  driveId: string;
  /** Pending photos of the drive, at least one. */
  photos: readonly DrivePhoto[];
  /** Approves the drive. @returns whether it succeeded; the caller shows the error. */
  onApprove: () => Promise<boolean>;
  onClose: () => void;
  /** Called once the drive is approved and every chosen photo is decided or given up. */
  onDone: () => void;
}

/** Approves a drive together with those of its pending photos that stay checked. */
export default function ApprovePhotosDialog({ driveId, photos, onApprove, onClose, onDone }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(photos.map(({ id }) => id)));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [step, setStep] = useState<'choosing' | 'busy' | 'left'>('choosing');
  const [decide] = useDecidePhotoMutation();
  const approve = async () => {
    setStep('busy');
    if (!(await onApprove())) return onClose();
    const refused: Record<string, string> = {};
    for (const id of chosen) {
      const { error } = await decide({ driveId, id, approve: true });
      if (error !== undefined) refused[id] = reasonOf(error);
    }
    if (Object.keys(refused).length === 0) return onDone();
    setFaults(refused);
    setStep('left');
  };
  return (
    <Dialog opened onClose={step === 'choosing' ? onClose : onDone} title={words.title} closeOnClickOutside={false}>
      <p role="status">{step === 'left' ? words.left : words.lead}</p>
      <ul className={styles.photos}>
        {photos.map(({ id, small, color, description }, index) => (
          <li key={id}>
            <label className={styles.photo}>
              <Checkbox
                checked={chosen.has(id)}
                disabled={step !== 'choosing'}
                onChange={({ currentTarget }) => setChosen(toggled(chosen, id, currentTarget.checked))}
              />
              <span className={styles.picture}>
                <Picture url={small} alt={description} color={color} />
              </span>
              {words.photo(index + 1)}
            </label>
            <p role="alert" className={styles.fault}>
              {faults[id]}
            </p>
          </li>
        ))}
      </ul>
      <div className={styles.ways}>
        {step === 'left' ? (
          <Button mih={44} onClick={onDone}>
            {words.goOn}
          </Button>
        ) : (
          <>
            <Button variant="default" mih={44} disabled={step === 'busy'} onClick={onClose}>
              {words.cancel}
            </Button>
            <Button mih={44} loading={step === 'busy'} data-autofocus onClick={() => void approve()}>
              {words.approve(chosen.size)}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

function toggled(chosen: ReadonlySet<string>, id: string, isChosen: boolean): ReadonlySet<string> {
  return isChosen ? new Set([...chosen, id]) : new Set([...chosen].filter((one) => one !== id));
}
