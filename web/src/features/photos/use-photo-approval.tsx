import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import { type ReactNode, Suspense, useState } from 'react';
import { usePendingPhotos } from '../../api/photo-decisions-api.js';
import { lazyComponent } from '../../components/lazy-component.js';

const ApprovePhotosDialog = lazyComponent(() => import('./ApprovePhotosDialog.js'), 'notice');

interface Approval {
  driveId: string;
  /** Approves the drive. @returns whether it succeeded; the caller shows the error. */
  onApprove: () => Promise<boolean>;
  /** Called once the drive is approved and every chosen photo is decided or given up. */
  onDone: () => void;
}

export interface PhotoApproval {
  start: () => Promise<void>;
  isLoading: boolean;
  dialog: ReactNode;
}

/** Approves a drive, at once or, if it has pending photos, in a dialog that offers them. */
export function usePhotoApproval({ driveId, onApprove, onDone }: Approval): PhotoApproval {
  const [pending, setPending] = useState<readonly DrivePhoto[]>([]);
  const [isLoading, setLoading] = useState(false);
  const load = usePendingPhotos();
  const close = () => setPending([]);
  return {
    isLoading,
    start: async () => {
      setLoading(true);
      const photos = await load(driveId);
      setLoading(false);
      if (photos.length > 0) setPending(photos);
      else if (await onApprove()) onDone();
    },
    dialog: pending.length > 0 && (
      <Suspense>
        <ApprovePhotosDialog
          driveId={driveId}
          photos={pending}
          onApprove={onApprove}
          onClose={close}
          onDone={() => {
            close();
            onDone();
          }}
        />
      </Suspense>
    ),
  };
}
