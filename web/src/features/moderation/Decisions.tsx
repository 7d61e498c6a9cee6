import { Button, Textarea } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { ModerationItem } from '@switchback/contracts/endpoints/moderation';
import type { ChangeRequestKey } from '@switchback/contracts/rules/authoring';
import { isBlank } from '@switchback/contracts/rules/blank';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { type Decision, DECISIONS, type ModerationKind } from '@switchback/contracts/rules/moderation';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { asCallError, type CallError, reasonOf } from '../../api/error.js';
import { CODES } from '../../api/error-codes.js';
import { usePhotoApproval } from '../photos/use-photo-approval.js';
import { moderationTexts } from '../../texts/moderation.js';
import styles from './Moderation.module.css';
import { useDecideItemMutation } from './moderation-endpoints.js';
import { DriveRequests } from './DriveRequests.js';

const words = moderationTexts;
type Words = Readonly<Partial<Record<ChangeRequestKey, string>>>;

interface Props {
  item: ModerationItem;
  /** Revision that the decision applies to. */
  shownRev: number | null;
  requests: RefObject<HTMLDivElement | null>;
  onRequests: () => void;
  onDecided: () => void;
  /** Called if the subject changed in the meantime, which ends the claim. */
  onStale: () => void;
  /** Called if another moderator decided it in the meantime; if left out, the error shows only here. */
  onLost?: ((error: CallError) => void) | undefined;
}

/** Decision buttons, always within reach; changes are requested field by field. */
export function Decisions({ item, shownRev, requests, onRequests, onDecided, onStale, onLost }: Props) {
  const [decide, { isLoading, isSuccess, error }] = useDecideItemMutation();
  const [written, setWritten] = useState<Words>({});
  const [note, setNote] = useState('');
  const send = async (decision: Decision): Promise<boolean> => {
    const requested = Object.fromEntries(
      Object.entries(written).filter(([, text]) => text !== undefined && !isBlank(text)),
    );
    const isSaid = item.kind === 'collection' ? !isBlank(note) : Object.keys(requested).length > 0;
    if (decision === 'request-changes' && !isSaid) {
      onRequests();
      return false;
    }
    const words = {
      ...(decision === 'request-changes' && item.kind === 'drive' && { changeRequest: requested }),
      ...(note !== '' && { note }),
    };
    const { error: refusal } = await decide({ id: item.id, decision, _rev: shownRev, ...words });
    if (refusal === undefined) return true;
    const fault = asCallError(refusal);
    if (fault.code === CODES.staleRevision) onStale();
    if (fault.code === CODES.alreadyDecided) onLost?.(fault);
    return false;
  };
  const approval = usePhotoApproval({
    driveId: item.subject.id,
    onApprove: () => send('approve'),
    onDone: onDecided,
  });
  // A decided item stays visible until the queue is reloaded.
  const isOff = isLoading || isSuccess || approval.isLoading;
  const choose = async (decision: Decision) => {
    if (item.kind === 'drive' && decision === 'approve') await approval.start();
    else if (await send(decision)) onDecided();
  };
  useDecisionKeys(item.kind, isOff, choose);
  return (
    <section className={styles.decisions} aria-label={words.decision}>
      {item.kind === 'drive' && (
        <div ref={requests} className={styles.requests}>
          <DriveRequests
            driveId={item.subject.id}
            written={written}
            onChange={(key, text) => setWritten({ ...written, [key]: text })}
          />
        </div>
      )}
      {item.kind !== 'drive' && (
        <div ref={requests}>
          <Textarea
            label={NOTE_LABELS[item.kind] ?? words.note}
            description={item.kind === 'collection' ? words.changesHint : undefined}
            value={note}
            maxLength={LIMITS.decisionNoteMax}
            autosize
            minRows={item.kind === 'contact' ? 3 : 1}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </div>
      )}
      <Bar
        kind={item.kind}
        fault={error === undefined ? '' : reasonOf(error)}
        isOff={isOff}
        onDecide={(decision) => void choose(decision)}
      />
      {approval.dialog}
    </section>
  );
}

/** A note that someone else reads. */
const NOTE_LABELS: Partial<Record<ModerationKind, string>> = { contact: words.answer, collection: words.changesAsked };

/** Binds a and r to the decisions on what was submitted; ignores keys typed into a field. */
function useDecisionKeys(kind: ModerationKind, isOff: boolean, choose: (decision: Decision) => Promise<void>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea, [role="dialog"]')) return;
    if (isOff) return;
    if (event.key === 'a' && 'approve' === DECISIONS[kind][0]) void choose('approve');
    if (event.key === 'r' && kind === 'photo') void choose('disapprove');
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

interface BarProps {
  kind: ModerationKind;
  fault: string;
  isOff: boolean;
  onDecide: (decision: Decision) => void;
}

function Bar({ kind, fault, isOff, onDecide }: BarProps) {
  return (
    <div className={styles.bar}>
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      {DECISIONS[kind].map((decision, index) => (
        <Button
          key={decision}
          // Of the decisions on a report, none is the right one at first sight.
          variant={index === 0 && kind !== 'abuse-report' ? 'filled' : 'default'}
          mih={44}
          disabled={isOff}
          onClick={() => onDecide(decision)}
        >
          {words.decisions[decision]}
        </Button>
      ))}
    </div>
  );
}
