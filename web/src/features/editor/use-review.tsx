import { Button } from '@mantine/core';
import type { SavedDrive } from '@switchback/contracts/endpoints/authoring';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { type ReactNode, useRef, useState } from 'react';
import { Dialog } from '../../components/Dialog.js';
import { usePhotoApproval } from '../photos/use-photo-approval.js';
import { approvalTexts } from '../../texts/approval.js';
import type { DriveFields } from '../../lib/drives/drive-fields.js';
import { fieldsOf, formOf } from './drive-form.js';
import styles from './Editor.module.css';
import type { RouteEditor } from './route-editor.js';
import type { Submit } from './use-submit.js';

const words = approvalTexts.uncorrected;

interface Reviewed {
  /** The drive under review. */
  drive: DriveDetails | null;
  fields: DriveFields;
  route: RouteEditor;
  submit: Submit;
  /** Requests the changes that were written. */
  onSendBack: () => void;
}

export interface Review {
  approve: () => Promise<void>;
  sendBack: () => void;
  /** Whether an approval is looking up the pending photos. */
  isLoading: boolean;
  dialogs: ReactNode;
}

/**
 * Decides a drive under review: an approval saves the corrections and offers the pending photos; a request for changes
 * asks before it drops corrections.
 */
export function useReview({ drive, fields, route, submit, onSendBack }: Reviewed): Review {
  const [isAsking, setAsking] = useState(false);
  const saved = useRef<SavedDrive | null>(null);
  const corrections = drive === null ? null : correctionsOf(drive, fields, route);
  const approval = usePhotoApproval({
    driveId: drive?.id ?? '',
    onApprove: async () => {
      saved.current = await submit.approve(corrections);
      return saved.current !== null;
    },
    onDone: () => saved.current !== null && void submit.finish(saved.current),
  });
  return {
    approve: approval.start,
    isLoading: approval.isLoading,
    sendBack: () => (corrections === null ? onSendBack() : setAsking(true)),
    dialogs: (
      <>
        {approval.dialog}
        <UncorrectedDialog
          open={isAsking}
          onClose={() => setAsking(false)}
          onRequest={() => {
            setAsking(false);
            onSendBack();
          }}
        />
      </>
    ),
  };
}

interface UncorrectedProps {
  open: boolean;
  onClose: () => void;
  onRequest: () => void;
}

/** Asks before a request for changes drops the corrections of staff. */
function UncorrectedDialog({ open, onClose, onRequest }: UncorrectedProps) {
  return (
    <Dialog opened={open} onClose={onClose} title={words.title}>
      <p>{words.text}</p>
      <div className={styles.ways}>
        <Button variant="default" mih={44} onClick={onRequest}>
          {words.request}
        </Button>
        <Button mih={44} data-autofocus onClick={onClose}>
          {words.back}
        </Button>
      </div>
    </Dialog>
  );
}

/** Returns the form of a drive that staff changed; null if it is as stored. */
function correctionsOf(drive: DriveDetails, fields: DriveFields, route: RouteEditor) {
  // An approval publishes, whatever the switch says.
  const input = { ...fields, isPublic: true };
  const isSame = JSON.stringify(input) === JSON.stringify({ ...fieldsOf(drive), isPublic: true });
  if (isSame && !route.isChanged) return null;
  const form = formOf(input, route, drive._rev);
  // The stored line stays as it is unless the route changed.
  return route.isChanged ? form : { ...form, directions: null, waypoints: [] };
}
