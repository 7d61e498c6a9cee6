import { Button } from '@mantine/core';
import type { ModerationItem } from '@switchback/contracts/endpoints/moderation';
import type { ChangeRequestField } from '@switchback/contracts/rules/authoring';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { editorTexts } from '../../texts/editor.js';
import { moderationTexts } from '../../texts/moderation.js';
import { Decisions } from './Decisions.js';
import { DriveSubject } from './DriveSubject.js';
import styles from './Moderation.module.css';
import { useClaimItemMutation } from './moderation-endpoints.js';

const words = moderationTexts;

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
      <div className={styles.subject}>
        <h2 className={styles.heading}>{item.subject.title || words.untitled}</h2>
        {item.reasons.length > 0 && (
          <p className={styles.hint}>
            {words.reasons}: {item.reasons.join(', ')}
          </p>
        )}
        {item.sender !== null && (
          <p className={styles.hint}>
            {item.sender.name} · {item.sender.email}
          </p>
        )}
        {item.text !== '' && <p className={styles.text}>{item.text}</p>}
        <Changes changes={item.changes} />
        {item.kind === 'drive' && <DriveSubject id={item.subject.id} />}
        {item.kind === 'drive' && isOpen && (
          <Button component={Link} to={item.subject.url} variant="default" className={styles.editor}>
            {words.openEditor}
          </Button>
        )}
        <History history={item.history} />
      </div>
      {isOpen && <Decisions {...{ item, requests, onRequests, onDecided }} />}
    </>
  );
}

function Changes({ changes }: Pick<ModerationItem, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <div className={styles.changes}>
      <h3 className={styles.subheading}>{words.changes}</h3>
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
    </div>
  );
}

function History({ history }: Pick<ModerationItem, 'history'>) {
  return (
    <>
      <h3 className={styles.subheading}>{words.history}</h3>
      <ul className={styles.history}>
        {history.map(({ at, who, action, note }, index) => (
          <li key={index}>
            <time dateTime={at}>{new Date(at).toLocaleString()}</time> {who?.username} {words.actions[action] ?? action}
            {note !== '' && `: ${note}`}
          </li>
        ))}
      </ul>
    </>
  );
}
