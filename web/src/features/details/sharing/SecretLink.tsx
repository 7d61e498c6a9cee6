import { Button, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { SECRET_LINK_DAYS, SECRET_PAGE } from '@switchback/contracts/rules/secret-links';
import { useState } from 'react';
import { asCallError, sentences } from '../../../api/error.js';
import { dayText } from '../../../lib/day-text.js';
import { detailsTexts } from '../../../texts/details.js';
import { sharingTexts } from '../../../texts/sharing.js';
import styles from '../DetailsPanel.module.css';
import { useCopyLink } from '../use-copy-link.js';
import {
  useCreateSecretLinkMutation,
  useRevokeSecretLinkMutation,
  useSecretLinkQuery,
} from './secret-link-endpoints.js';

const words = sharingTexts.secret;
type Days = (typeof SECRET_LINK_DAYS)[number];
const DEFAULT_DAYS: Days = 7;

/** Creates, copies and revokes the secret link, which shows a private drive to anyone for a limited number of days. */
export function SecretLink({ driveId }: { driveId: string }) {
  const { data: link, error: failure } = useSecretLinkQuery(driveId, { refetchOnMountOrArgChange: true });
  const [create, creating] = useCreateSecretLinkMutation();
  const [revoke, revoking] = useRevokeSecretLinkMutation();
  const [days, setDays] = useState<Days>(DEFAULT_DAYS);
  const refusal = creating.error ?? revoking.error ?? failure;
  return (
    <section aria-labelledby="secret-link" className={styles.form}>
      <h3 id="secret-link" className={styles.heading}>
        {words.title}
      </h3>
      <p className={styles.note}>{words.lead}</p>
      {link === null && (
        <div className={styles.actions}>
          <NativeSelect
            label={words.days}
            data={SECRET_LINK_DAYS.map((value) => ({ value: String(value), label: words.daysOf(value) }))}
            value={String(days)}
            onChange={({ currentTarget }) =>
              setDays(SECRET_LINK_DAYS.find((value) => String(value) === currentTarget.value) ?? DEFAULT_DAYS)
            }
          />
          <Button
            variant="default"
            style={{ alignSelf: 'end' }}
            loading={creating.isLoading}
            onClick={() => void create({ id: driveId, days })}
          >
            {words.create}
          </Button>
        </div>
      )}
      {link !== null && link !== undefined && (
        <Made
          address={`${globalThis.location.origin}${SECRET_PAGE}#${link.secret}`}
          ends={dayText(link.expiresAt)}
          isEnding={revoking.isLoading}
          onEnd={() => void revoke(driveId)}
        />
      )}
      <p role="alert" className={styles.note}>
        {refusal === undefined ? '' : sentences(asCallError(refusal))}
      </p>
    </section>
  );
}

interface MadeProps {
  address: string;
  ends: string;
  isEnding: boolean;
  onEnd: () => void;
}

function Made({ address, ends, isEnding, onEnd }: MadeProps) {
  const { state, copy } = useCopyLink(address);
  const { copy: copyWords } = detailsTexts.share;
  return (
    <>
      <input
        className={styles.link}
        readOnly
        value={address}
        aria-label={words.link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p className={styles.note}>{words.ends(ends)}</p>
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
