export const MODERATION_KINDS = ['drive', 'photo', 'collection', 'abuse-report', 'suggestion', 'contact'] as const;
export type ModerationKind = (typeof MODERATION_KINDS)[number];

export const ITEM_STATES = ['open', 'claimed', 'decided'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

export const QUEUE_SORTS = ['due', 'newest', 'oldest'] as const;
export type QueueSort = (typeof QUEUE_SORTS)[number];

/** Possible decisions on an item, by its kind. */
export const DECISIONS = {
  drive: ['approve', 'request-changes'],
  photo: ['approve', 'disapprove'],
  collection: ['approve', 'request-changes'],
  'abuse-report': ['dismiss', 'remove', 'suspend'],
  suggestion: ['accept', 'dismiss'],
  contact: ['answered', 'dismiss'],
} as const satisfies Record<ModerationKind, readonly string[]>;
export type Decision = (typeof DECISIONS)[ModerationKind][number];
export const ALL_DECISIONS = [...new Set(Object.values(DECISIONS).flat())] as [Decision, ...Decision[]];

/** Violations that a report may name, with their display names. */
export const VIOLATION_NAMES = {
  childAbuse: 'child abuse',
  copyright: 'copyright infringement',
  harassmentOrBullying: 'harassment or bullying',
  hatefulOrAbusive: 'hateful or abusive',
  sexual: 'sexual content',
  spamOrMisleading: 'spam or disinformation',
  violentOrRepulsive: 'violent or repulsive',
  other: 'other',
} as const;
export type Violation = keyof typeof VIOLATION_NAMES;
export const VIOLATIONS = Object.keys(VIOLATION_NAMES) as [Violation, ...Violation[]];

/** Subjects of a report. */
export const REPORT_SUBJECTS = ['drive', 'review', 'photo', 'collection', 'user'] as const;
export type ReportSubject = (typeof REPORT_SUBJECTS)[number];

/** Hours until an item is overdue. */
export const DUE_HOURS: Readonly<Record<ModerationKind, number>> = {
  drive: 72,
  photo: 72,
  collection: 72,
  suggestion: 72,
  contact: 72,
  'abuse-report': 24,
};
export const CLAIM_MINUTES = 15;

/** Events that notify a person, in the header and by mail. */
export const NOTICE_KINDS = [
  'drive-approved',
  'changes-requested',
  'report-settled',
  'suggestion-settled',
  'drive-shared',
  'collection-shared',
  'collection-approved',
  'collection-changes-requested',
  'review-helpful',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
