import { Controller, Inject } from '@nestjs/common';
import { claimItem, decideItem, moderationQueue, releaseItem } from '@switchback/contracts/endpoints/moderation';
import { COLLECTION_PAGE } from '@switchback/contracts/rules/collections';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { ITEM_STATES, MODERATION_KINDS, type ModerationKind } from '@switchback/contracts/rules/moderation';
import { present, word } from '@switchback/platform/wire/values';
import type { Item, Person } from '@switchback/proto/moderation/v1/service';
import { Answers, type InputOf } from '../contract/answers.js';
import { CLIENTS, type Clients } from '../services/clients.js';
import { toWords } from './authoring.controller.js';

/** The moderation queue of the staff. */
@Controller()
export class ModerationController {
  constructor(@Inject(CLIENTS) private readonly clients: Clients) {}

  @Answers(moderationQueue)
  async queue({ query, call }: InputOf<typeof moderationQueue>) {
    const { kind = '', state = '', sort = '', bookmark = '' } = query;
    const request = { kind, state, sort, bookmark, limit: LIMITS.moderationBatch };
    const page = await this.clients.moderation.listQueue(request, call);
    const counts = MODERATION_KINDS.map((name) => [name, page.counts[name] ?? 0] as const);
    return {
      items: page.items.map(toItem),
      bookmark: page.bookmark || null,
      counts: Object.fromEntries(counts) as Record<ModerationKind, number>,
    };
  }

  @Answers(claimItem)
  async claim({ params: { id }, call }: InputOf<typeof claimItem>) {
    return toAnswer(await this.clients.moderation.claim({ id }, call));
  }

  @Answers(releaseItem)
  async release({ params: { id }, call }: InputOf<typeof releaseItem>) {
    return toAnswer(await this.clients.moderation.release({ id }, call));
  }

  @Answers(decideItem)
  async decide({ params: { id }, body, call }: InputOf<typeof decideItem>) {
    const { decision, note, changeRequest } = body;
    const input = { note: note ?? '', changeRequest: toWords(changeRequest ?? {}), rev: body._rev ?? undefined };
    const request = { id, decision, ...input };
    return toAnswer(await this.clients.moderation.decide(request, call));
  }
}

function toAnswer({ item }: { item: Item | undefined }) {
  return { item: toItem(present(item, 'item')) };
}

function toItem(item: Item) {
  const { id, reasons, text, created, dueBy, changes, subjectType: type, subjectId, subjectTitle: title } = item;
  const kind = word(MODERATION_KINDS, item.kind);
  return {
    id,
    kind,
    state: word(ITEM_STATES, item.state),
    reasons,
    text,
    created,
    dueBy,
    changes,
    earlierPath: item.earlierPath || null,
    _rev: item.rev ?? null,
    driveId: item.driveId || null,
    quote: item.quote,
    subject: { type, id: subjectId, title, url: urlOf(item) },
    sender: item.sender ? { ...item.sender, userId: item.sender.userId || null } : null,
    claimedBy: personOf(item.claimedBy),
    decision: item.decision || null,
    history: item.history.map(({ at, who, action, note, corrected, rev }) => {
      return { at, who: personOf(who), action, note, corrected, _rev: rev ?? null };
    }),
  };
}

/** Returns the page of the subject; empty if it has no page. */
function urlOf({ kind, subjectType, subjectId, driveId }: Item): string {
  if (kind === 'drive') return `/create/${subjectId}?reviewing`;
  if (kind === 'collection' || subjectType === 'collection') return `${COLLECTION_PAGE}/${subjectId}`;
  if (driveId !== '') return `/drive-details/${driveId}`;
  return subjectType === 'user' ? `/profile/${subjectId}` : '';
}

function personOf(person: Person | undefined): Person | null {
  return person ?? null;
}
