import { Controller, Inject } from '@nestjs/common';
import { parseMapsUrl, readRouteFile, routeDirections } from '@switchback/contracts/endpoints/directions';
import { refuseField } from '@switchback/platform/errors';
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
  async route({ body: { waypoints }, call }: InputOf<typeof routeDirections>) {
    await this.callLimits.findWay(callerOf(call).userId);
    const routed = await this.clients.drives.route({ waypoints: toWaypointInputs(waypoints) }, call);
    return { directions: toRouted(routed) };
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
