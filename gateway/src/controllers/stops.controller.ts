import { Controller, Inject } from '@nestjs/common';
import { driveStops, driveStopsWithToken, type Stop } from '@switchback/contracts/endpoints/stops';
import { STOP_KINDS, STOPS_WITHIN, type StopKind } from '@switchback/contracts/rules/region';
import type { Call } from '@switchback/platform/rpc/call';
import { present } from '@switchback/platform/wire/values';
import type * as proto from '@switchback/proto/roads/v1/service';
import { Answers, type InputOf } from '../contract/answers.js';
import { CLIENTS, type Clients } from '../services/clients.js';

/** Places along drives where a driver may want to stop, from the region's map. */
@Controller()
export class StopsController {
  constructor(@Inject(CLIENTS) private readonly clients: Clients) {}

  @Answers(driveStops)
  async ofDrive({ params, query, call }: InputOf<typeof driveStops>) {
    return { stops: await this.#along(params.id, query, call) };
  }

  @Answers(driveStopsWithToken)
  async ofDriveWithToken({ params, query, call }: InputOf<typeof driveStopsWithToken>) {
    return { stops: await this.#along(params.id, query, call) };
  }

  async #along(id: string, { kinds = [], within }: InputOf<typeof driveStops>['query'], call: Call): Promise<Stop[]> {
    const { drive } = await this.clients.drives.getDetails({ id }, call);
    const { path } = present(drive, 'drive');
    const request = { path, kinds: [...kinds], withinSeconds: within ?? STOPS_WITHIN.default };
    const { stops } = await this.clients.roads.findStops(request, call);
    return stops.flatMap((stop) => toStop(stop) ?? []);
  }
}

/** Returns null for a kind that this release does not know. */
function toStop({ name, hours, sockets, ...stop }: proto.Stop): Stop | null {
  const kind = STOP_KINDS.find((known): known is StopKind => known === stop.kind);
  if (!kind) return null;
  return {
    ...stop,
    kind,
    name: name || null,
    location: present(stop.location, 'location'),
    detourSeconds: null,
    hours: hours || null,
    sockets: kind === 'charger' ? sockets : null,
  };
}
