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

  /** @throws ProductError `invalidInput` */
  async fromHere(
    request: PlanFromHereRequest,
    { caller, signal }: Pick<Call, 'caller' | 'signal'>,
  ): Promise<PlanFromHereResponse> {
    const outing = outingOf(request);
    const isHero = caller !== null && caller.accountType !== 'free';
    const [chains, loops] = await Promise.all([
      this.chains.plan(outing, caller),
      isHero && this.loops.areAvailable ? this.loops.plan(outing, signal) : { plans: [], note: '' },
    ]);
    return { plans: [...chains, ...loops.plans], upgrade: !isHero && this.loops.areAvailable, note: loops.note };
  }
}
