import { Inject, Injectable } from '@nestjs/common';
import type { Call } from '@switchback/platform/rpc/call';
import type { PlanFromHereRequest, PlanFromHereResponse } from '@switchback/proto/drives/v1/service';
import { heroOf } from '@switchback/platform/rpc/hero';
import { LOOPS_AWAY_NOTE } from '@switchback/contracts/rules/plans';
import { orWithout, ROADS, type RoadsPeer } from '../roads/roads.js';
import { Chains } from './chains.js';
import { outingOf } from '@switchback/platform/wire/outing';

/** Plans outings that begin and end at a place. */
@Injectable()
export class Plans {
  constructor(
    @Inject(Chains) private readonly chains: Pick<Chains, 'plan'>,
    @Inject(ROADS) private readonly roads: RoadsPeer<'findLoops'>,
  ) {}

  /** @throws ProductError `invalidInput`; the signal's reason. */
  async fromHere(request: PlanFromHereRequest, call: Call): Promise<PlanFromHereResponse> {
    const outing = outingOf(request);
    const ask = async (within: Call) => (await this.roads()).findLoops(request, within);
    const away = { plans: [], available: false, note: LOOPS_AWAY_NOTE };
    const [chains, loops] = await Promise.all([this.chains.plan(outing, call), orWithout(call, ask, () => away)]);
    const hero = heroOf(call.caller);
    const note = hero ? loops.note : '';
    return { plans: [...chains, ...loops.plans], upgrade: !hero && loops.available, note };
  }
}
