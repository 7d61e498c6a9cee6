import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import { Dialog } from '../../components/Dialog.js';
import { drivePageOf } from '../../lib/drives/drive-page.js';
import { titleOf } from '../../lib/drives/drive-title.js';
import { detailsTexts } from '../../texts/details.js';
import styles from './DetailsPanel.module.css';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { embedCode } from './embed-code.js';
import { useCopyLink } from '../../lib/page/use-copy-link.js';

const QrCode = lazyComponent(() => import('../../components/QrCode.js'), 'notice');

const words = detailsTexts;

interface Props {
  drive: DriveDetails;
  open: boolean;
  onClose: () => void;
}

/** Offers the drive's URL to copy or mail, as a QR code, and as HTML to embed. */
export function ShareModal({ drive, open, onClose }: Props) {
  const link = drivePageOf(drive.id);
  const { state, copy } = useCopyLink(link);
  const mail = `mailto:?subject=${encodeURIComponent(words.share.emailSubject(titleOf(drive)))}&body=${encodeURIComponent(link)}`;
  return (
    <Dialog opened={open} onClose={onClose} title={words.share.title}>
      <input className={styles.link} readOnly value={link} aria-label={words.share.link} onFocus={selectAll} />
      <div className={styles.actions}>
        <Button onClick={copy} disabled={state === 'in-progress'}>
          {words.share.copy[state]}
        </Button>
        <Button variant="default" component="a" href={mail}>
          {words.share.email}
        </Button>
      </div>
      <div className={styles.code}>
        <Suspense fallback={null}>{open && <QrCode text={link} label={words.share.code} />}</Suspense>
      </div>
      <Embed code={embedCode(drive, link)} />
      <p className="visually-hidden" role="status">
        {state === 'success' || state === 'error' ? words.share.copy[state] : ''}
      </p>
    </Dialog>
  );
}

/** HTML for other sites: a linked picture, which needs no iframe and no script there. */
function Embed({ code }: { code: string }) {
  const { state, copy } = useCopyLink(code);
  return (
    <>
      <label className={styles.serviceName} htmlFor="embed-code">
        {words.share.embed}
      </label>
      <div className={styles.actions}>
        <input id="embed-code" className={styles.link} readOnly value={code} onFocus={selectAll} />
        <Button variant="default" onClick={copy} disabled={state === 'in-progress'}>
          {words.share.copyCode[state]}
        </Button>
      </div>
      <p className="visually-hidden" role="status">
        {state === 'success' || state === 'error' ? words.share.copyCode[state] : ''}
      </p>
    </>
  );
}

function selectAll(event: { currentTarget: HTMLInputElement }): void {
  event.currentTarget.select();
}
