import type { DriveDetails } from '@switchback/contracts/resources/drive';
import type { AuthoringFault, ChangeRequestKey } from '@switchback/contracts/rules/authoring';
import { isBlank } from '@switchback/contracts/rules/blank';
import { useState } from 'react';
import { editorTexts } from '../../texts/editor.js';
import type { Requests } from './Request.js';

const NOTHING_REQUESTED = { title: editorTexts.nothingRequested, message: '' };

type Words = Readonly<Partial<Record<ChangeRequestKey, string>>>;

interface RequestWork {
  requests: Requests;
  /** Shown at the buttons. */
  fault: AuthoringFault | null;
  /** Returns the texts to send; null if there are none, which then is the fault. */
  take: () => Words | null;
  reset: () => void;
}

/** The change request of a drive: as staff write it, or as its owner reads it. */
export function useRequests(drive: DriveDetails | null, isReviewing: boolean): RequestWork {
  const [written, setWritten] = useState<Words>({});
  const [isTried, setTried] = useState(false);
  const isEmpty = Object.values(written).every((text) => isBlank(text ?? ''));
  return {
    requests: isReviewing
      ? { words: written, onChange: (field, text) => setWritten({ ...written, [field]: text }) }
      : { words: drive?.status === 'changes-requested' ? (drive.changeRequest ?? {}) : {} },
    fault: isTried && isEmpty ? NOTHING_REQUESTED : null,
    take: () => {
      setTried(true);
      return isEmpty ? null : written;
    },
    reset: () => {
      setWritten({});
      setTried(false);
    },
  };
}
