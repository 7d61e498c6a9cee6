import { Button } from '@mantine/core';
import type { Units } from '@switchback/contracts/rules/units';
import type { LatLng } from '@switchback/geo/location';
import { Suspense, useMemo } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import { addressOf } from '../../api/base-query.js';
import { Dialog } from '../../components/Dialog.js';
import { titleOf } from '../../lib/drives/drive-title.js';
import { useUnits } from '../../lib/store/store.js';
import { fromMeters, numberText } from '../../lib/text/units.js';
import { detailsTexts } from '../../texts/details.js';
import styles from './DetailsPanel.module.css';
import { appleMapsLinks, directionLegs, googleMapsLinks, wazeLink } from './directions-links.js';
import type { ExportFormat } from '@switchback/contracts/endpoints/drives';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { embedCode } from './embed-code.js';
import { useCopyLink } from '../../lib/page/use-copy-link.js';

const QrCode = lazyComponent(() => import('../../components/QrCode.js'), 'notice');

const words = detailsTexts;

interface Props {
  drive: DriveDetails;
  path: readonly LatLng[];
  open: boolean;
  onClose: () => void;
  /** Called once the dialog is gone, to move the focus: the menu that opened it is gone as well. */
}

/** Offers the drive's URL to copy or mail, as a QR code, and as HTML to embed. */
export function ShareModal({ drive, open, onClose }: Omit<Props, 'path'>) {
  const link = `${globalThis.location.origin}/drive-details/${encodeURIComponent(drive.id)}`;
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

interface DirectionsProps extends Props {
  /** Fetches the file if the server would refuse a plain link to it. */
  onFile?: (format: ExportFormat) => void;
}

/** Opens the drive in a maps service, leg by leg if one link cannot hold it, or downloads it as a file. */
export function DirectionsModal({ drive, path, open, onClose, onFile }: DirectionsProps) {
  const legs = useMemo(
    () =>
      directionLegs(
        path,
        drive.waypoints.map(({ location }) => location),
      ),
    [path, drive.waypoints],
  );
  const units = useUnits();
  const names = legs.length > 1 ? legNames(drive, legs.length, units) : [];
  const file = (format: ExportFormat) =>
    onFile === undefined
      ? ({
          component: 'a',
          href: addressOf({ route: 'driveExport', params: { id: drive.id, format } }),
          download: true,
        } as const)
      : { onClick: () => onFile(format) };
  return (
    <Dialog opened={open} onClose={onClose} title={words.directions.title}>
      {legs.length > 1 && <p className={styles.note}>{words.directions.legs(legs.length)}</p>}
      <Service name={words.directions.google} links={googleMapsLinks(legs)} texts={names} />
      <Service name={words.directions.apple} links={appleMapsLinks(legs)} texts={names} />
      <Service name={words.directions.waze} links={[wazeLink(drive.startLocation)]} note={words.directions.wazeNote} />
      <h3 className={styles.serviceName}>{words.directions.files}</h3>
      <div className={styles.actions}>
        <Button variant="default" {...file('gpx')}>
          {words.directions.gpx}
        </Button>
        <Button variant="default" {...file('kml')}>
          {words.directions.kml}
        </Button>
      </div>
    </Dialog>
  );
}

/** Names legs by their ends: the drive's addresses, and in between the distance from its start. */
function legNames({ distance, startAddress, endAddress }: DriveDetails, count: number, units: Units): string[] {
  const mark = (leg: number) => words.directions.mark[units](numberText(fromMeters((distance * leg) / count, units)));
  return Array.from({ length: count }, (_, leg) =>
    words.directions.leg(
      leg + 1,
      count,
      (leg === 0 && startAddress) || mark(leg),
      (leg === count - 1 && endAddress) || mark(leg + 1),
    ),
  );
}

interface ServiceProps {
  name: string;
  links: readonly string[];
  /** One for each link, if there are several. */
  texts?: readonly string[];
  note?: string;
}

function Service({ name, links, texts = [], note }: ServiceProps) {
  return (
    <>
      <h3 className={styles.serviceName}>{name}</h3>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <div className={styles.actions}>
        {links.map((link, index) => {
          const text = texts[index] ?? words.directions.open;
          return (
            <Button
              key={link}
              variant="default"
              component="a"
              href={link}
              target="_blank"
              rel="noopener"
              aria-label={words.directions.legLabel(text, name)}
            >
              {text}
            </Button>
          );
        })}
      </div>
    </>
  );
}
