import { Inject, Injectable } from '@nestjs/common';
import { REPORT_SUBJECTS } from '@switchback/contracts/rules/moderation';
import { answerOnce, type IdempotentRequest, storedAnswer } from '@switchback/platform/db/idempotency';
import { ProductError } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import { IDS } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import { word } from '@switchback/platform/wire/values';
import type { RepeatKey, ReportAbuseRequest, SuggestEditsRequest } from '@switchback/proto/moderation/v1/service';
import { DataSource, type EntityManager } from 'typeorm';
import { Items } from './items.js';
import { requireMaySuggest } from './moderation.policy.js';
import { type Reported, Subjects } from './subjects.js';

const NOTHING_NAMED: Reported = { title: '', quote: '', authorId: '', driveId: '' };

/** Accepts reports and suggestions from people about drives, reviews, photos, collections and profiles. */
@Injectable()
export class Reports {
  constructor(
    private readonly source: DataSource,
    private readonly items: Items,
    private readonly subjects: Subjects,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /**
   * Looks up the subject as the caller sees it and stores it as it was then. Ignores a report that the same person
   * repeats before it is decided.
   * @throws ProductError `driveNotFound`, `reviewNotFound`, `photoNotFound`, `collectionNotFound`, `userNotFound`,
   * `keyReused`; `upgradeNeeded` for a shared collection that the caller's account does not open
   */
  async report({ violations, details, subject, idempotency }: ReportAbuseRequest, call: Call): Promise<void> {
    const request = requestOf(idempotency, call);
    if (request && (await storedAnswer(this.source.manager, request))) return;
    const type = subject ? word(REPORT_SUBJECTS, subject.type) : null;
    const found = subject && type ? await this.subjects.find(type, subject.id, call) : NOTHING_NAMED;
    const { title, quote, authorId, driveId } = found;
    const reporter = call.caller?.userId ?? '';
    const named = { type: type ?? 'none', id: subject?.id ?? '', title };
    await this.once(request, async (manager) => {
      if (reporter !== '' && type !== null && (await this.items.waitsFrom(manager, 'abuse-report', named, reporter)))
        return;
      await this.items.add(manager, {
        id: this.ids.uuid(),
        kind: 'abuse-report',
        subject: named,
        ownerId: reporter,
        reasons: violations,
        body: details.trim(),
        sender: null,
        facts: { quote, authorId, driveId },
        factsBefore: null,
        createdAt: null,
      });
    });
  }

  /**
   * Only for drives that everyone may see.
   * @throws ProductError `invalidSession`, `upgradeNeeded`, `driveNotFound`, `keyReused`
   */
  async suggest({ driveId, suggestions, idempotency }: SuggestEditsRequest, call: Call): Promise<void> {
    const caller = requireMaySuggest(call.caller);
    const request = requestOf(idempotency, call);
    if (request && (await storedAnswer(this.source.manager, request))) return;
    const words = suggestions.trim();
    if (words === '') throw new ProductError('invalidInput');
    const { title } = await this.subjects.find('drive', driveId, { ...call, caller: null });
    await this.once(request, (manager) =>
      this.items.add(manager, {
        id: this.ids.uuid(),
        kind: 'suggestion',
        subject: { type: 'drive', id: driveId, title },
        ownerId: caller.userId,
        reasons: [],
        body: words,
        sender: null,
        facts: { driveId },
        factsBefore: null,
        createdAt: null,
      }),
    );
  }

  private async once(
    request: IdempotentRequest | null,
    work: (manager: EntityManager) => Promise<unknown>,
  ): Promise<void> {
    await this.source.transaction((manager) =>
      answerOnce(manager, request, async () => {
        await work(manager);
        return {};
      }),
    );
  }
}

function requestOf(key: RepeatKey | undefined, { caller }: Call): IdempotentRequest | null {
  return key ? { ...key, person: caller?.userId ?? '' } : null;
}
