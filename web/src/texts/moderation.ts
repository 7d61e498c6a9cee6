import type { Decision, ItemState, ModerationKind } from '@switchback/contracts/rules/moderation';

/** Words of the staff's console. */
export const moderationTexts = {
  title: 'Moderation',
  notStaff: 'This page is for the staff.',
  kinds: {
    drive: 'Drives',
    photo: 'Photos',
    'abuse-report': 'Reports',
    suggestion: 'Suggestions',
    contact: 'Messages',
  } satisfies Record<ModerationKind, string>,
  kind: 'Kind',
  state: 'State',
  states: { open: 'Open', claimed: 'Claimed', decided: 'Decided' } satisfies Record<ItemState, string>,
  undecided: 'Undecided',
  queue: 'Queue',
  empty: 'Nothing waits here.',
  more: 'More',
  overdue: 'Overdue',
  due: (day: string) => `Due ${day}`,
  untitled: 'Untitled',
  claimedBy: (name: string) => `Claimed by ${name}`,
  decided: (decision: string) => `Decided: ${decision}`,
  reasons: 'To be looked at',
  changes: 'Changed since the last review',
  history: 'History',
  openEditor: 'Open in the editor',
  choose: 'Choose an item.',
  decision: 'Decision',
  requests: 'Requested changes',
  answer: 'Answer by mail',
  keys: 'Keys: j and k move, Enter opens, a approves, r goes to the requested changes.',
  decisions: {
    ...{ approve: 'Approve', 'request-changes': 'Request changes', disapprove: 'Disapprove' },
    ...{ dismiss: 'Dismiss', remove: 'Remove', suspend: 'Suspend', accept: 'Accept', answered: 'Send answer' },
  } satisfies Record<Decision, string>,
  /** What the history says was done. */
  actions: {
    ...{ submitted: 'Submitted', claimed: 'claimed it', released: 'gave it back' },
    ...{ approve: 'approved it', 'request-changes': 'requested changes', disapprove: 'disapproved it' },
    ...{ dismiss: 'dismissed it', remove: 'removed it', suspend: 'suspended the author', accept: 'accepted it' },
    ...{ answered: 'answered it' },
  } as Readonly<Record<string, string>>,
};
