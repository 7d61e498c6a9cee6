import { Inject, Injectable } from '@nestjs/common';
import type { Call } from '@switchback/platform/rpc/call';
import type { PlanFromHereRequest, PlanFromHereResponse } from '@switchback/proto/drives/v1/service';
import { Chains } from './chains.js';
import { Loops } from './loops.js';
import { outingOf } from './outing.js';

/** Plans outings that begin and end at a place. */
@Injectable()
export class Plans {
  constructor(
    @Inject(Chains) private readonly chains: Pick<Chains, 'plan'>,
    @Inject(Loops) private readonly loops: Pick<Loops, 'areAvailable' | 'plan'>,
  ) {}

  /** @throws ProductError `invalidInput`; the signal's reason. */
  async fromHere(request: PlanFromHereRequest, call: Pick<Call, 'caller' | 'signal'>): Promise<PlanFromHereResponse> {
    const outing = outingOf(request);
    const { areAvailable } = this.loops;
    const hero = call.caller?.accountType === 'free' ? null : call.caller;
    const [chains, loops] = await Promise.all([
      this.chains.plan(outing, call),
      hero && areAvailable ? this.loops.plan(outing, hero.userId, call.signal) : { plans: [], note: '' },
    ]);
    return { plans: [...chains, ...loops.plans], upgrade: !hero && areAvailable, note: loops.note };
  }
}
