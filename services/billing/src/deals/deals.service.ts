import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { datesOnEarth, dealState } from '@switchback/contracts/rules/deals';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Clock } from '@switchback/platform/clock';
import { answerOnce, type IdempotentRequest, storedAnswer } from '@switchback/platform/db/idempotency';
import { requireRevision } from '@switchback/platform/db/revision';
import { ProductError } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import { CLOCK, IDS } from '@switchback/platform/nest/tokens';
import type { Caller } from '@switchback/platform/rpc/call';
import { present } from '@switchback/platform/wire/values';
import type { Deal as DealMessage, DealForm } from '@switchback/proto/billing/v1/deal';
import { LessThanOrEqual, MoreThanOrEqual, Repository } from 'typeorm';
import { Deal } from './deal.entity.js';
import { requireStaff, viewOf } from './deal.policy.js';
import { countDealsAlone } from './deals.sql.js';
import { BLANK_DEAL, dealAfter, refuseMore } from './read-deal-form.js';

/** Deals: staff write them, Heroes use them. Each change is one transaction. */
@Injectable()
export class Deals {
  constructor(
    @InjectRepository(Deal) private readonly deals: Repository<Deal>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /**
   * Returns deals by last day, then by title.
   * @throws ProductError `notAllowed` if someone other than staff wants all of them.
   */
  async list(wantsAll: boolean, caller: Caller | null): Promise<DealMessage[]> {
    if (wantsAll) requireStaff(caller);
    const now = this.clock.now();
    const { first, last } = datesOnEarth(now);
    const today = { from: LessThanOrEqual(last), until: MoreThanOrEqual(first) };
    const found = await this.deals.find({
      where: wantsAll ? {} : today,
      order: { until: 'asc', title: 'asc', id: 'asc' },
      take: LIMITS.dealsMax,
    });
    return found.flatMap((deal) => {
      const view = viewOf(dealState(deal, now), caller, wantsAll);
      if (view === 'hidden') return [];
      return toMessage(view === 'whole' ? deal : { ...deal, text: '', link: null, code: null });
    });
  }

  /**
   * @param request null for a request without an idempotency key.
   * @throws ProductError `notAllowed`, `invalidInput`, `keyReused`; `dealNotFound` for a repeated request whose deal was
   * deleted
   */
  async create(
    form: DealForm | undefined,
    request: IdempotentRequest | null,
    caller: Caller | null,
  ): Promise<DealMessage> {
    requireStaff(caller);
    const kept = request && (await storedAnswer<DealMessage>(this.deals.manager, request));
    if (kept) return this.requireHere(kept);
    const content = dealAfter(BLANK_DEAL, present(form, 'form'));
    return this.deals.manager.transaction((manager) =>
      answerOnce(manager, request, async () => {
        if ((await countDealsAlone(manager)) >= LIMITS.dealsMax) throw refuseMore();
        const deal = { ...content, id: this.ids.uuid(), rev: 1 };
        await manager.insert(Deal, deal);
        return toMessage(deal);
      }),
    );
  }

  /** @throws ProductError `notAllowed`, `dealNotFound`, `staleRevision`, `invalidInput` */
  async update(id: string, form: DealForm | undefined, caller: Caller | null): Promise<DealMessage> {
    requireStaff(caller);
    const input = present(form, 'form');
    return this.deals.manager.transaction(async (manager) => {
      const before = await manager.findOne(Deal, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!before) throw new ProductError('dealNotFound');
      requireRevision(before, input.rev);
      const deal = { ...dealAfter(before, input), id, rev: before.rev + 1 };
      await manager.update(Deal, { id }, deal);
      return toMessage(deal);
    });
  }

  /** @throws ProductError `notAllowed`, `dealNotFound` */
  async delete(id: string, caller: Caller | null): Promise<void> {
    requireStaff(caller);
    const { affected } = await this.deals.delete({ id });
    if (affected === 0) throw new ProductError('dealNotFound');
  }

  /** @throws ProductError `dealNotFound` for a deal deleted since the stored answer. */
  private async requireHere(kept: DealMessage): Promise<DealMessage> {
    if (await this.deals.existsBy({ id: kept.id })) return kept;
    throw new ProductError('dealNotFound');
  }
}

function toMessage({ link, code, countryId, states, ...deal }: Deal): DealMessage {
  return { ...deal, link: link ?? '', code: code ?? '', where: { countryId, states } };
}
