import { Button } from '@mantine/core';
import type { ModerationItem } from '@switchback/contracts/endpoints/moderation';
import { type ChangeRequestField, correctionText } from '@switchback/contracts/rules/authoring';
import { VIOLATION_NAMES } from '@switchback/contracts/rules/moderation';
import { skipToken } from '@reduxjs/toolkit/query';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { useDetailsQuery } from '../../api/api.js';
import { useCollectionQuery } from '../../api/collections-api.js';
import type { CallError } from '../../api/error.js';
import type { QueueState } from '../../lib/people/queue-place.js';
import { editorTexts } from '../../texts/editor.js';
import { moderationTexts } from '../../texts/moderation.js';
import { Decisions } from './Decisions.js';
import { ReviewedCollection } from '../collections/ReviewedCollection.js';
import { DriveSubject } from './DriveSubject.js';
import styles from './Moderation.module.css';
import { PhotoSubject } from './PhotoSubject.js';
import { useClaimItemMutation } from './moderation-endpoints.js';

const words = moderationTexts;

interface Props {
  item: ModerationItem;
  /** The item after this one, to which the editor returns; null at the end of the list. */
  nextId: string | null;
  requests: RefObject<HTMLDivElement | null>;
  onRequests: () => void;
  onDecided: () => void;
  onLost?: (error: CallError) => void;
}

/** Shows one item: its subject, its changes, and the decision. Opening it claims it. */
export function ItemPanel({ item, nextId, requests, onRequests, onDecided, onLost }: Props) {
  const [claim] = useClaimItemMutation();
  const [firstRev] = useState(item._rev);
  const shownRev = useShownRevision(item);
  const isOpen = item.state !== 'decided';
  const isPhoto = item.subject.type === 'photo';
  const claimOpen = useEffectEvent(() => {
    if (item.state === 'open') void claim(item.id);
  });
  useEffect(() => claimOpen(), []);
  return (
    <>
      <div className={styles.subject}>
        <h2 className={styles.heading}>{headingOf(item)}</h2>
        <p role="status" className={styles.fault}>
          {isOpen && item._rev !== firstRev && words.changedMeanwhile}
        </p>
        {item.reasons.length > 0 && (
          <p className={styles.hint}>
            {(item.kind === 'drive' || item.kind === 'collection') && `${words.reasons}: `}
            {item.reasons.map(reasonText).join(', ')}
          </p>
        )}
        {item.sender !== null && (
          <p className={styles.hint}>
            {item.sender.name} · {item.sender.email}
          </p>
        )}
        {item.text !== '' && <p className={styles.text}>{item.text}</p>}
        {item.quote !== '' && (
          <figure className={styles.quote}>
            <figcaption className={styles.hint}>{words.quote}</figcaption>
            <blockquote>{item.quote}</blockquote>
          </figure>
        )}
        <Changes {...item} />
        {item.subject.type === 'drive' && (item.kind === 'drive' || isOpen) && (
          <DriveSubject id={item.subject.id} earlierPath={item.earlierPath} />
        )}
        {item.kind === 'collection' && <ReviewedCollection id={item.subject.id} />}
        {isPhoto && isOpen && item.driveId !== null && <PhotoSubject id={item.subject.id} driveId={item.driveId} />}
        {isOpen && <Links item={item} nextId={nextId} />}
        <History history={item.history} />
      </div>
      {isOpen && (
        <Decisions
          item={item}
          shownRev={shownRev}
          requests={requests}
          onRequests={onRequests}
          onDecided={onDecided}
          onStale={() => void claim(item.id)}
          onLost={onLost}
        />
      )}
    </>
  );
}

/**
 * Returns the revision on screen: that of the subject as last fetched, which is refetched as soon as its owner edits it.
 */
function useShownRevision({ kind, subject, _rev: wanted }: ModerationItem): number | null {
  const drive = useDetailsQuery(kind === 'drive' ? subject.id : skipToken);
  const collection = useCollectionQuery(kind === 'collection' ? { id: subject.id } : skipToken);
  const { data, isFetching, refetch } = kind === 'collection' ? collection : drive;
  const shown = data?._rev ?? wanted;
  const isOld = shown !== null && wanted !== null && shown < wanted;
  const readAgain = useEffectEvent(() => {
    if (isOld && !isFetching) void refetch();
  });
  useEffect(() => readAgain(), [wanted, shown]);
  return shown;
}

export function headingOf({ kind, subject }: Pick<ModerationItem, 'kind' | 'subject'>): string {
  if (kind !== 'abuse-report') return subject.title || words.untitled;
  const type = words.subjects[subject.type];
  if (type === undefined) return words.general;
  return subject.title === '' ? type : `${type}: ${subject.title}`;
}

function reasonText(reason: string): string {
  return (VIOLATION_NAMES as Readonly<Record<string, string>>)[reason] ?? reason;
}

/** Links to the subject, or to its editor. */
function Links({ item: { id, kind, subject }, nextId }: Pick<Props, 'item' | 'nextId'>) {
  const editor = kind === 'suggestion' ? `/create/${subject.id}` : subject.url;
  if (kind === 'contact' || editor === '') return null;
  const state = { queue: { itemId: id, nextId } } satisfies QueueState;
  return (
    <Button
      component={Link}
      to={editor}
      state={kind === 'drive' ? state : null}
      variant="default"
      className={styles.editor}
    >
      {kind === 'abuse-report' || kind === 'photo' || kind === 'collection' ? words.openSubject : words.openEditor}
    </Button>
  );
}

function Changes({ changes, earlierPath }: Pick<ModerationItem, 'changes' | 'earlierPath'>) {
  // A redrawn line may have the same ends and length as before.
  const isRedrawn = earlierPath !== null && changes.every(({ field }) => field !== 'directions');
  if (changes.length === 0 && !isRedrawn) return null;
  return (
    <div className={styles.changes}>
      <h3 className={styles.subheading}>{words.changes}</h3>
      <dl>
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{words.collectionFields[field] ?? editorTexts.fields[field as ChangeRequestField] ?? field}</dt>
            <dd>
              <del>{before}</del> <ins>{after}</ins>
            </dd>
          </div>
        ))}
        {isRedrawn && (
          <div>
            <dt>{editorTexts.fields.directions}</dt>
            <dd>{words.redrawn}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function History({ history }: Pick<ModerationItem, 'history'>) {
  return (
    <>
      <h3 className={styles.subheading}>{words.history}</h3>
      <ul className={styles.history}>
        {history.map(({ at, who, action, note, corrected }, index) => (
          <li key={index}>
            <time dateTime={at}>{new Date(at).toLocaleString()}</time> {who?.username} {words.actions[action] ?? action}
            {correctionText(corrected)}
            {note !== '' && `: ${note}`}
          </li>
        ))}
      </ul>
    </>
  );
}
