import { useMediaQuery } from '@mantine/hooks';
import { type ComponentType, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import type { DetailsPanelProps } from '../../../components/details-slot.js';
import { detailsTexts } from '../../../texts/details.js';
import { texts } from '../../../texts/en.js';
import styles from './Collections.module.css';
import type { OpenDrive } from './use-open-drive.js';

/** The list is next to the map, as in Collections.module.css. */
const WIDE = '(min-width: 1000px)';

interface Props extends Pick<OpenDrive, 'onPrevious' | 'onNext' | 'close'> {
  DetailsPanel: ComponentType<DetailsPanelProps>;
  driveId: string;
}

/** The open drive, over the list or, in a narrow window, the page: the content below is hidden, and does not move. */
export function OpenDrivePanel({ DetailsPanel, driveId, onPrevious, onNext, close }: Props) {
  const isOnMap = useMediaQuery(WIDE, false, { getInitialValueInEffect: false }) ?? false;
  useFocusKept();
  return (
    <aside className={styles.details} aria-label={detailsTexts.panel}>
      <Suspense fallback={<p className={styles.wait}>{texts.loading}</p>}>
        <DetailsPanel driveId={driveId} isOnMap={isOnMap} onPrevious={onPrevious} onNext={onNext} onClose={close} />
      </Suspense>
    </aside>
  );
}

/** Returns the focus to the element that had it before: the browser takes it from hidden elements. */
function useFocusKept(): void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    before.current = document.activeElement;
  }, []);
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
    [],
  );
}
