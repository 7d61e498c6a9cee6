import type { FieldChange, Item } from '@switchback/proto/moderation/v1/service';
import type { ItemRow } from './items.sql.js';
import type { HistoryRow } from './queue.sql.js';

export function toItem(row: ItemRow, history: readonly HistoryRow[], claimer: string): Item {
  return {
    id: row.id,
    kind: row.kind,
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    subjectTitle: row.subjectTitle,
    reasons: row.reasons,
    text: row.body,
    decision: row.decision ?? '',
    state: row.decidedAt !== null ? 'decided' : row.claimedBy !== null ? 'claimed' : 'open',
    quote: row.facts['quote'] ?? '',
    driveId: row.facts['driveId'] ?? '',
    sender: row.sender ?? undefined,
    created: row.createdAt.toISOString(),
    dueBy: row.dueAt.toISOString(),
    claimedBy: row.claimedBy === null ? undefined : { id: row.claimedBy, username: claimer },
    history: history.map(({ at, who, username, action, note, corrected, rev }) => ({
      at: at.toISOString(),
      who: who === null ? undefined : { id: who, username: username ?? '' },
      action,
      note,
      corrected,
      rev: rev ?? undefined,
    })),
    ...changesOf(row),
    rev: row.rev ?? undefined,
  };
}

/** The line of a drive: drawn on a map, never listed. */
const LINE_FACT = 'overviewPath';

/** Lists changes since the last claimer first saw the subject or, if there are none, since it was last decided. */
function changesOf({ facts, factsBefore, factsSeen }: ItemRow): Pick<Item, 'changes' | 'earlierPath'> {
  const since = changesSince(factsSeen, facts);
  const changes = since.length > 0 ? since : changesSince(factsBefore, facts);
  const line = changes.find(({ field }) => field === LINE_FACT);
  return { changes: changes.filter((change) => change !== line), earlierPath: line?.before ?? '' };
}

function changesSince(factsBefore: ItemRow['factsBefore'], facts: ItemRow['facts']): FieldChange[] {
  if (factsBefore === null) return [];
  const fields = [...new Set([...Object.keys(factsBefore), ...Object.keys(facts)])];
  return fields
    .map((field) => ({ field, before: factsBefore[field] ?? '', after: facts[field] ?? '' }))
    .filter(({ before, after }) => before !== after);
}
