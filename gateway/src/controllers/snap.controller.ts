import { Controller, Inject } from '@nestjs/common';
import { snapDrive } from '@switchback/contracts/endpoints/snap';
import { present } from '@switchback/platform/wire/values';
import { Answers, type InputOf } from '../contract/answers.js';
import { CallLimits } from '../http/call-limits.js';
import { callerOf } from '../http/exchange.js';
import { toRouted } from '../mapping/routed.js';
import { CLIENTS, type Clients } from '../services/clients.js';

/** Lays the lines of drives onto roads. */
@Controller()
export class SnapController {
  constructor(
    @Inject(CLIENTS) private readonly clients: Clients,
    private readonly callLimits: CallLimits,
  ) {}

  @Answers(snapDrive, { endsWithClient: true })
  async snap({ params: { id }, call }: InputOf<typeof snapDrive>) {
    await this.callLimits.findWay(callerOf(call).userId);
    const { directions } = await this.clients.drives.getDirections({ id }, call);
    const { route, movedMax, movedMean } = await this.clients.roads.snapToRoads({ directions }, call);
    return { directions: toRouted(present(route, 'route')), moved: { max: movedMax, mean: movedMean } };
  }
}
