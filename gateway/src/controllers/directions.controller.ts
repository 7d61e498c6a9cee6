import { Controller, Inject } from '@nestjs/common';
import { findChoices, parseMapsUrl, readRouteFile, routeDirections } from '@switchback/contracts/endpoints/directions';
import { bandOf } from '@switchback/contracts/rules/curviness';
import { WAY_TASTES } from '@switchback/contracts/rules/directions';
import { refuseField } from '@switchback/platform/errors';
import { present, word } from '@switchback/platform/wire/values';
import { Answers, type InputOf } from '../contract/answers.js';
import { CallLimits } from '../http/call-limits.js';
import { callerOf } from '../http/exchange.js';
import { toWaypoint } from '../mapping/drive.js';
import { toRouted } from '../mapping/routed.js';
import { toWaypointInputs } from '../mapping/waypoint-inputs.js';
import { CLIENTS, type Clients } from '../services/clients.js';

const FILE_NAME_MAX = 200;

/** Routes between waypoints, and routes imported from a URL or a file. */
@Controller()
export class DirectionsController {
  constructor(
    @Inject(CLIENTS) private readonly clients: Clients,
    private readonly callLimits: CallLimits,
  ) {}

  @Answers(routeDirections, { endsWithClient: true })
  async route({ body: { waypoints, taste }, call }: InputOf<typeof routeDirections>) {
    await this.callLimits.findWay(callerOf(call).userId);
    const routed = await this.clients.drives.route({ waypoints: toWaypointInputs(waypoints), taste }, call);
    return { directions: toRouted(routed) };
  }

  @Answers(findChoices, { endsWithClient: true })
  async choices({ body: { waypoints, unpaved }, call }: InputOf<typeof findChoices>) {
    await this.callLimits.findWay(callerOf(call).userId);
    const request = { waypoints: toWaypointInputs(waypoints), unpaved };
    const { choices } = await this.clients.drives.findChoices(request, call);
    return {
      choices: choices.map(({ taste, route, degreesPerKm, ...choice }) => ({
        ...choice,
        taste: word(WAY_TASTES, taste),
        directions: toRouted(present(route, 'route')),
        curviness: { band: bandOf(degreesPerKm), degreesPerKm },
      })),
    };
  }

  @Answers(parseMapsUrl)
  async parseUrl({ body: { url }, call }: InputOf<typeof parseMapsUrl>) {
    const { waypoints, note } = await this.clients.roads.parseMapsUrl({ url }, call);
    return {
      ...(note !== '' && { note }),
      waypoints: waypoints.map(({ label, location }) => ({ label, value: location ? { location } : null })),
    };
  }

  @Answers(readRouteFile, { endsWithClient: true })
  async readFile({ upload, body: { line }, call }: InputOf<typeof readRouteFile>) {
    if (!upload) throw refuseField('file', 'routeFileUnreadable');
    await this.callLimits.findWay(callerOf(call).userId);
    const fileName = upload.name.slice(0, FILE_NAME_MAX);
    const read = await this.clients.roads.readRouteFile({ upload: upload.key, fileName, line }, call);
    const { title, description, pointsOfInterest, lines } = read;
    return {
      waypoints: read.waypoints.map((waypoint) => toWaypoint(waypoint)),
      directions: toRouted(read),
      ...(title !== '' && { title }),
      ...(description !== '' && { description }),
      ...(pointsOfInterest.length > 0 && { pointsOfInterest: pointsOfInterest.map((place) => toWaypoint(place)) }),
      ...(lines.length > 0 && { lines }),
    };
  }
}
