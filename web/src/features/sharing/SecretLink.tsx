import { Button, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { TripDays } from '@switchback/contracts/rules/collections';
import { SECRET_LINK_DAYS } from '@switchback/contracts/rules/secret-links';
import { useState } from 'react';
import type { Answer } from '../../api/asks.js';
import { reasonOf } from '../../api/error.js';
import { type LinkDays, linkDaysFor } from '../../lib/collections/link-days.js';
import { dayText } from '../../lib/text/day-text.js';
import { useCopyLink } from '../../lib/page/use-copy-link.js';
import { detailsTexts } from '../../texts/details.js';
import { sharingTexts } from '../../texts/sharing.js';
import styles from './Sharing.module.css';

const words = sharingTexts.secret;
const UNDATED: TripDays = { start: null, days: null };

interface Props {
  /** Explains what the link shows. */
  lead: string;
  /** Name of the field with the link. */
  label: string;
  /** Path of the page that the link opens. */
  page: string;
  /** Whether the person may choose that it never ends. */
  mayLast: boolean;
  /** Dates of the trip that it shows, which it should outlast. */
  trip?: TripDays;
  /** Null if there is none; undefined until it is loaded. */
  link: Answer<'secretLink'>['link'] | undefined;
  isCreating: boolean;
  isRevoking: boolean;
  /** Error of the last call, if it failed. */
  error: unknown;
  onCreate: (days: LinkDays) => void;
  onRevoke: () => void;
}

/** Creates, copies and revokes a secret link, which shows something private to anyone until it ends. */
export function SecretLink(props: Props) {
  const { lead, label, page, mayLast, trip = UNDATED, link, isCreating, isRevoking, error, onCreate, onRevoke } = props;
  const offered: readonly LinkDays[] = mayLast ? [...SECRET_LINK_DAYS, null] : SECRET_LINK_DAYS;
  const [days, setDays] = useState<LinkDays>(() => linkDaysFor(trip, new Date()));
  return (
    <section aria-labelledby="secret-link" className={styles.form}>
      <h3 id="secret-link" className={styles.heading}>
        {words.title}
      </h3>
      <p className={styles.note}>{lead}</p>
      {link === null && (
        <div className={styles.actions}>
          <NativeSelect
            label={words.days}
            data={offered.map((value) => ({ value: String(value), label: words.daysOf(value) }))}
            value={String(days)}
            onChange={({ currentTarget }) => {
              const chosen = offered.find((value) => String(value) === currentTarget.value);
              if (chosen !== undefined) setDays(chosen);
            }}
          />
          <Button variant="default" style={{ alignSelf: 'end' }} loading={isCreating} onClick={() => onCreate(days)}>
            {words.create}
          </Button>
        </div>
      )}
      {link !== null && link !== undefined && (
        <Made
          address={`${globalThis.location.origin}${page}#${link.secret}`}
          label={label}
          note={link.expiresAt === null ? words.endless : words.ends(dayText(link.expiresAt))}
          isEnding={isRevoking}
          onEnd={onRevoke}
        />
      )}
      <p role="alert" className={styles.note}>
        {error === undefined ? '' : reasonOf(error)}
      </p>
    </section>
  );
}

interface MadeProps {
  address: string;
  label: string;
  /** When it ends. */
  note: string;
  isEnding: boolean;
  onEnd: () => void;
}

function Made({ address, label, note, isEnding, onEnd }: MadeProps) {
  const { state, copy } = useCopyLink(address);
  const { copy: copyWords } = detailsTexts.share;
  return (
    <>
      <input
        className={styles.link}
        readOnly
        value={address}
        aria-label={label}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p className={styles.note}>{note}</p>
      <div className={styles.actions}>
        <Button variant="default" onClick={copy} disabled={state === 'in-progress'}>
          {copyWords[state]}
        </Button>
        <Button variant="default" color="red" loading={isEnding} onClick={onEnd}>
          {words.revoke}
        </Button>
      </div>
      <p className="visually-hidden" role="status">
        {state === 'success' || state === 'error' ? copyWords[state] : ''}
      </p>
    </>
  );
}
