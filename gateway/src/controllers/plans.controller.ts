import { Controller, Inject } from '@nestjs/common';
import { planFromHere } from '@switchback/contracts/endpoints/plans';
import { Answers, type InputOf } from '../contract/answers.js';
import { CallLimits } from '../http/call-limits.js';
import { toPlan } from '../mapping/plan.js';
import { CLIENTS, type Clients } from '../services/clients.js';

/** Outings that begin and end at a place. */
@Controller()
export class PlansController {
  constructor(
    @Inject(CLIENTS) private readonly clients: Clients,
    private readonly callLimits: CallLimits,
  ) {}

  @Answers(planFromHere, { endsWithClient: true })
  async plan({ body: { location, to, minutes, taste, loop, seed }, origin, call }: InputOf<typeof planFromHere>) {
    await this.callLimits.planFrom(call, origin.address);
    const { plans, upgrade, note } = await this.clients.drives.planFromHere(
      { location, to: to ?? undefined, minutes, taste, loop, seed },
      call,
    );
    return { plans: plans.map(toPlan), upgrade, ...(note !== '' && { note }) };
  }
}
