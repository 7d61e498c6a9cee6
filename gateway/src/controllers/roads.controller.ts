import { Controller, Inject } from '@nestjs/common';
import { type Road, roadDetails, roads } from '@switchback/contracts/endpoints/roads';
import { bandOf } from '@switchback/contracts/rules/curviness';
import { ROADS_LIMIT, ROADS_PROXIMITY } from '@switchback/contracts/rules/region';
import { refuseField } from '@switchback/platform/errors';
import type { Call } from '@switchback/platform/rpc/call';
import { countriesOf } from '@switchback/platform/wire/drive-summary';
import { present } from '@switchback/platform/wire/values';
import type * as proto from '@switchback/proto/roads/v1/service';
import { Answers, type InputOf } from '../contract/answers.js';
import { toRouted } from '../mapping/routed.js';
import { CLIENTS, type Clients } from '../services/clients.js';

/** The curviest roads of the region. */
@Controller()
export class RoadsController {
  constructor(@Inject(CLIENTS) private readonly clients: Clients) {}

  @Answers(roads, { endsWithClient: true })
  async list({ query: { bounds, geocode, limit, unpaved }, call }: InputOf<typeof roads>) {
    if (!bounds && !geocode) throw refuseField('bounds', 'invalidInput');
    const { default: usual, max } = ROADS_PROXIMITY;
    const { roads: found, total } = await this.clients.roads.listRoads(
      {
        bounds,
        near: geocode && { lat: geocode.lat, lng: geocode.lng },
        proximity: Math.min(geocode?.proximityMeters ?? usual, max),
        limit: limit ?? ROADS_LIMIT.default,
        unpaved,
      },
      call,
    );
    return { roads: await this.#withDrives(found, call), total };
  }

  @Answers(roadDetails)
  async details({ params: { id }, call }: InputOf<typeof roadDetails>) {
    const { road, route } = await this.clients.roads.getRoad({ id }, call);
    const [answer] = await this.#withDrives(road ? [road] : [], call);
    return { road: answer!, directions: toRouted(present(route, 'route')) };
  }

  async #withDrives(found: readonly proto.Road[], call: Call): Promise<Road[]> {
    if (found.length === 0) return [];
    const { driveIds } = await this.clients.drives.findCovering({ paths: found.map(({ path }) => path) }, call);
    return found.map((road, index) => toRoad(road, driveIds[index] || null));
  }
}

function toRoad({ countries, curviness, ...road }: proto.Road, driveId: string | null): Road {
  const { degreesPerKm = 0, value = 0, perKilometer = 0 } = present(curviness, 'curviness');
  return {
    ...road,
    name: road.name || null,
    ref: road.ref || null,
    surface: road.surface || null,
    curviness: { band: bandOf(degreesPerKm), degreesPerKm },
    curvinessFine: { value, perKilometer },
    states: countriesOf(countries).flatMap(({ states }) => states),
    bounds: present(road.bounds, 'bounds'),
    driveId,
  };
}
