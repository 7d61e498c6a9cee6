import { Controller, Inject } from '@nestjs/common';
import { createDeal, type dealForm, deals, deleteDeal, updateDeal } from '@switchback/contracts/endpoints/deals';
import { UNITED_STATES_ID } from '@switchback/contracts/rules/limits';
import type { Call } from '@switchback/platform/rpc/call';
import type { DealStates } from '@switchback/proto/billing/v1/deal';
import type { z } from 'zod';
import { Answers, type InputOf } from '../contract/answers.js';
import { toDeal, toDealForm } from '../mapping/deal.js';
import { CLIENTS, type Clients } from '../services/clients.js';

/** Deals for Heroes, and the staff's calls that write them. */
@Controller()
export class DealsController {
  constructor(@Inject(CLIENTS) private readonly clients: Clients) {}

  @Answers(deals)
  async list({ query, call }: InputOf<typeof deals>) {
    return { deals: (await this.clients.billing.listDeals(query, call)).deals.map(toDeal) };
  }

  @Answers(createDeal, { form: 'deal' })
  async create({ body: { deal }, idempotency, call }: InputOf<typeof createDeal>) {
    const form = toDealForm(deal, await this.#namedStates(deal, call));
    const request = { form, idempotencyKey: idempotency?.key ?? '', fingerprint: idempotency?.fingerprint ?? '' };
    return { deal: toDeal((await this.clients.billing.createDeal(request, call)).deal) };
  }

  @Answers(updateDeal, { form: 'deal' })
  async update({ params: { id }, body: { deal }, call }: InputOf<typeof updateDeal>) {
    const form = toDealForm(deal, await this.#namedStates(deal, call));
    return { deal: toDeal((await this.clients.billing.updateDeal({ id, form }, call)).deal) };
  }

  @Answers(deleteDeal)
  async delete({ params, call }: InputOf<typeof deleteDeal>) {
    await this.clients.billing.deleteDeal(params, call);
    return {};
  }

  /**
   * Returns the states of a form with their names; undefined for a form without states. Unknown states have no name, and
   * the billing service refuses them after it has checked the caller.
   */
  async #namedStates(
    { country = UNITED_STATES_ID, states }: z.output<typeof dealForm>,
    call: Call,
  ): Promise<DealStates | undefined> {
    if (!states || states.length === 0) return states && { countryId: country, states: [] };
    const { items } = await this.clients.search.getStates({ countryId: country }, call);
    const names = new Map(items.map(({ id, name }) => [id, name]));
    return { countryId: country, states: states.map((id) => ({ id, name: names.get(id) ?? '' })) };
  }
}
