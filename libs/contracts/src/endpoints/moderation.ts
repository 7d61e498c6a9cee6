import { z } from 'zod';
import { ALL_DECISIONS, ITEM_STATES, MODERATION_KINDS, QUEUE_SORTS } from '../rules/moderation.js';
import { LIMITS } from '../rules/limits.js';
import { changeRequest, rev } from './authoring.js';
import { endpoint } from './endpoint.js';
import { bookmarkValue, choiceValue } from './query-values.js';
import { token } from './search.js';
import { text } from './text.js';

const tag = 'Moderation';
const who = z.object({ id: z.string(), username: z.string() });

export const moderationItem = z
  .object({
    id: z.string(),
    kind: z.enum(MODERATION_KINDS),
    state: z.enum(ITEM_STATES),
    subject: z.object({ type: z.string(), id: z.string(), title: z.string(), url: z.string() }),
    reasons: z.array(z.string()).meta({ description: 'Violations in a report, or reasons why a drive awaits review.' }),
    text: z.string().meta({ description: 'Text of a suggestion, a contact message or a report.' }),
    driveId: z.string().nullable().meta({ description: 'Id of the drive that the subject belongs to.' }),
    quote: z.string().meta({ description: 'For a report: text of its subject at that time.' }),
    sender: z
      .object({ name: z.string(), email: z.string(), userId: z.string().nullable() })
      .nullable()
      .meta({ description: 'For a contact message: recipient of the answer.' }),
    created: z.string().meta({ description: 'ISO 8601, UTC.' }),
    dueBy: z.string(),
    claimedBy: who.nullable(),
    decision: z.string().nullable(),
    _rev: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'For a drive, a photo or a collection: the revision that the item shows.' }),
    changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })).meta({
      description:
        'Changes since the last claimer first saw the subject, if there are any, else since the last decision. In a decided item: the corrections of staff, if there are any.',
    }),
    earlierPath: z
      .string()
      .nullable()
      .meta({ description: 'For a drive whose line is among the changes: its earlier overview, an encoded polyline.' }),
    history: z.array(
      z.object({
        at: z.string(),
        who: who.nullable(),
        action: z.string(),
        note: z.string(),
        corrected: z.array(z.string()).meta({ description: 'Fields that staff corrected when they approved.' }),
        _rev: z.number().int().nullable().meta({ description: 'Revision that the action created, if known.' }),
      }),
    ),
  })
  .meta({ id: 'ModerationItem' });
export type ModerationItem = z.infer<typeof moderationItem>;

const item = z.object({ item: moderationItem }).meta({ id: 'ModerationItemAnswer' });
const itemId = z.object({ id: text(64, 1) });

export const moderationQueue = endpoint('moderationQueue', 'GET /api/moderation/queue', {
  summary: 'List items that await staff, overdue first',
  tag,
  access: 'member',
  query: z.object({
    kind: choiceValue('Only this kind.', MODERATION_KINDS, 'drive'),
    state: choiceValue('Only this state; all undecided items by default.', ITEM_STATES, 'open'),
    sort: choiceValue('Sort order.', QUEUE_SORTS, 'due'),
    bookmark: bookmarkValue('page'),
  }),
  answer: z
    .object({
      items: z.array(moderationItem),
      bookmark: z.string().nullable(),
      counts: z.record(z.enum(MODERATION_KINDS), z.number().int()).meta({ description: 'Undecided items per kind.' }),
    })
    .meta({ id: 'ModerationQueue' }),
  errors: ['notAllowed', 'invalidBookmark'],
});
export type ModerationQueue = z.output<typeof moderationQueue.answer>;

export const claimItem = endpoint('claimItem', 'POST /api/moderation/items/{id}/claim', {
  summary: 'Claim an item; only the claimer can decide it for 15 minutes',
  tag,
  access: 'member',
  params: itemId,
  body: z.object({ token }).default({}),
  answer: item,
  errors: ['notAllowed', 'itemNotFound', 'claimedByOther', 'alreadyDecided'],
});

export const releaseItem = endpoint('releaseItem', 'POST /api/moderation/items/{id}/release', {
  summary: 'Release a claimed item',
  tag,
  access: 'member',
  params: itemId,
  body: z.object({ token }).default({}),
  answer: item,
  errors: ['notAllowed', 'itemNotFound', 'claimedByOther', 'alreadyDecided'],
});

export const decideItem = endpoint('decideItem', 'POST /api/moderation/items/{id}/decide', {
  summary: 'Decide an item, once',
  tag,
  access: 'member',
  params: itemId,
  body: z.object({
    token,
    decision: z.enum(ALL_DECISIONS),
    note: text(LIMITS.decisionNoteMax).nullish().meta({
      description:
        'For an answered contact message: the answer, which is emailed. For requested changes of a collection: the changes, which its owner reads.',
    }),
    changeRequest: changeRequest.nullish(),
    _rev: rev.meta({
      description: 'The revision that the caller reviewed; by default the one at the time of the claim.',
    }),
  }),
  answer: item,
  errors: ['notAllowed', 'itemNotFound', 'claimedByOther', 'alreadyDecided', 'staleRevision'],
});
