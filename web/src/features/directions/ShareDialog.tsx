import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { Dialog } from '../../components/Dialog.js';
import { lazyComponent } from '../../components/lazy-component.js';
import type { SharedLink } from '../../lib/page/share-sheet.js';
import { useCopyLink } from '../../lib/page/use-copy-link.js';
import { directionsTexts } from '../../texts/directions.js';
import styles from './Directions.module.css';

const QrCode = lazyComponent(() => import('../../components/QrCode.js'), 'notice');
const words = directionsTexts.sharing;

interface Props {
  link: SharedLink;
  /** Says that not everyone can open the link. */
  note?: string | undefined;
  open: boolean;
  onClose: () => void;
}

/** Offers a link to copy or mail, and on wide screens as a QR code, for browsers without a share sheet. */
export default function ShareDialog({ link: { title, text, url }, note, open, onClose }: Props) {
  const { state, copy } = useCopyLink(url);
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${text}\n${url}`)}`;
  return (
    <Dialog opened={open} onClose={onClose} title={words.title}>
      <div className={styles.section}>
        <p className={styles.note}>{title}</p>
        <input
          className={styles.link}
          readOnly
          value={url}
          aria-label={words.link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        {note !== undefined && <p className={styles.note}>{note}</p>}
        <div className={styles.actions}>
          <Button onClick={copy} mih={44} disabled={state === 'in-progress'}>
            {words.copy[state]}
          </Button>
          <Button variant="default" mih={44} component="a" href={mail}>
            {words.email}
          </Button>
        </div>
      </div>
      <div className={styles.code}>
        <Suspense fallback={null}>{open && <QrCode text={url} label={words.code} />}</Suspense>
        <p className={styles.note}>{words.codeNote}</p>
      </div>
      <p className="visually-hidden" role="status">
        {state === 'success' || state === 'error' ? words.copy[state] : ''}
      </p>
    </Dialog>
  );
}
