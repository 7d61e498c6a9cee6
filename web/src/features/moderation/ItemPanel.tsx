import { Button, Textarea } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { ModerationItem } from '@switchback/contracts/endpoints/moderation';
import { CHANGE_REQUEST_FIELDS, type ChangeRequestField } from '@switchback/contracts/rules/authoring';
import { type Decision, DECISIONS } from '@switchback/contracts/rules/moderation';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { decodePolyline } from '@switchback/geo/polyline';
import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useDetailsQuery } from '../../api/api.js';
import { asCallError, sentences } from '../../api/error.js';
import { useUnits } from '../../lib/store.js';
import { distanceText, durationText } from '../../lib/units.js';
import { editorTexts } from '../../texts/editor.js';
import { texts } from '../../texts/en.js';
import { moderationTexts } from '../../texts/moderation.js';
import { useClaimItemMutation, useDecideItemMutation } from './moderation-endpoints.js';
import styles from './Moderation.module.css';

const RouteMap = lazy(() => import('../../map/RouteMap.js'));

const words = moderationTexts;
type Words = Readonly<Partial<Record<ChangeRequestField, string>>>;

interface Props {
  item: ModerationItem;
  requests: RefObject<HTMLDivElement | null>;
  onRequests: () => void;
  onDecided: () => void;
}

/** One item: what it is about, what changed, and the decision. Looking at it claims it. */
export function ItemPanel({ item, requests, onRequests, onDecided }: Props) {
  const [claim] = useClaimItemMutation();
  const isOpen = item.state !== 'decided';
  const take = useEffectEvent(() => {
    if (item.state === 'open') void claim(item.id);
  });
  useEffect(() => take(), []);
  return (
    <>
      <h2 className={styles.heading}>{item.subject.title || words.untitled}</h2>
      {item.reasons.length > 0 && (
        <p>
          {words.reasons}: {item.reasons.join(', ')}
        </p>
      )}
      {item.kind === 'drive' && <DriveFacts id={item.subject.id} />}
      {item.kind === 'drive' && isOpen && <Link to={item.subject.url}>{words.openEditor}</Link>}
      {item.sender !== null && (
        <p>
          {item.sender.name} · {item.sender.email}
        </p>
      )}
      {item.text !== '' && <p className={styles.text}>{item.text}</p>}
      <Changes changes={item.changes} />
      {isOpen && <Decisions {...{ item, requests, onRequests, onDecided }} />}
      <History history={item.history} />
    </>
  );
}

function DriveFacts({ id }: { id: string }) {
  const { data: drive } = useDetailsQuery(id);
  const units = useUnits();
  const path = useMemo(() => decodePolyline(drive?.path ?? ''), [drive?.path]);
  const stops = useMemo(
    () => (drive?.waypoints ?? []).slice(1, -1).map(({ location }) => location),
    [drive?.waypoints],
  );
  if (drive === undefined) return <p role="status">{texts.loading}</p>;
  const { distance = 0, duration = 0, description = '', tags = [], approximate = false } = drive;
  return (
    <>
      <p>
        {distanceText(distance, units)} · {durationText(duration)} · {drive.startAddress} – {drive.endAddress}
      </p>
      {description !== '' && <p className={styles.text}>{description}</p>}
      <p>{tags.map(({ name }) => name).join(', ')}</p>
      {path.length >= 2 && (
        <div className={styles.map}>
          <Suspense fallback={<p>{texts.loading}</p>}>
            <RouteMap {...{ id, path, stops, approximate }} />
          </Suspense>
        </div>
      )}
    </>
  );
}

function Changes({ changes }: Pick<ModerationItem, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <>
      <h3>{words.changes}</h3>
      <dl>
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{editorTexts.fields[field as ChangeRequestField] ?? field}</dt>
            <dd>
              <del>{before}</del> <ins>{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Decisions({ item, requests, onRequests, onDecided }: Props) {
  const [decide, { isLoading, error }] = useDecideItemMutation();
  const [written, setWritten] = useState<Words>({});
  const [note, setNote] = useState('');
  const send = async (decision: Decision) => {
    const said = Object.fromEntries(Object.entries(written).filter(([, text]) => text.trim() !== ''));
    if (decision === 'request-changes' && Object.keys(said).length === 0) return onRequests();
    const words = { ...(decision === 'request-changes' && { changeRequest: said }), ...(note !== '' && { note }) };
    const { error: refusal } = await decide({ id: item.id, decision, ...words });
    if (refusal === undefined) onDecided();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea, [role="dialog"]')) return;
    if (event.key === 'a' && item.kind === 'drive' && !isLoading) void send('approve');
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      {item.kind === 'drive' && (
        <div ref={requests}>
          <h3>{words.requests}</h3>
          {CHANGE_REQUEST_FIELDS.map((field) => (
            <Textarea
              key={field}
              label={editorTexts.fields[field]}
              value={written[field] ?? ''}
              maxLength={LIMITS.changeRequestFieldMax}
              autosize
              minRows={1}
              onChange={({ currentTarget: { value } }) => setWritten({ ...written, [field]: value })}
            />
          ))}
        </div>
      )}
      {item.kind === 'contact' && (
        <Textarea
          label={words.answer}
          value={note}
          maxLength={LIMITS.decisionNoteMax}
          autosize
          minRows={3}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      )}
      <p role="alert" className={styles.fault}>
        {error === undefined ? '' : sentences(asCallError(error))}
      </p>
      <div className={styles.kinds}>
        {DECISIONS[item.kind].map((decision, index) => (
          <Button
            key={decision}
            variant={index === 0 ? 'filled' : 'default'}
            disabled={isLoading}
            onClick={() => void send(decision)}
          >
            {words.decisions[decision]}
          </Button>
        ))}
      </div>
    </>
  );
}

function History({ history }: Pick<ModerationItem, 'history'>) {
  return (
    <>
      <h3>{words.history}</h3>
      <ul className={styles.history}>
        {history.map(({ at, who, action, note }, index) => (
          <li key={index}>
            <time dateTime={at}>{new Date(at).toLocaleString()}</time> {who?.username} {action}
            {note !== '' && `: ${note}`}
          </li>
        ))}
      </ul>
    </>
  );
}
