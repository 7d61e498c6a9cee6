import { Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Waypoint } from '@switchback/proto/drives/v1/drive';
import type { ReadRouteFileResponse, RouteResponse, WaypointInput } from '@switchback/proto/drives/v1/service';

/** Routes between waypoints, and those that come in a URL or a file. */
@Injectable()
export class Directions {
  route(_waypoints: readonly WaypointInput[], _caller: Caller | null): Promise<RouteResponse> {
    throw new ProductError('unavailable');
  }

  parseUrl(_url: string, _caller: Caller | null): Promise<Waypoint[]> {
    throw new ProductError('unavailable');
  }

  readFile(_upload: string, _caller: Caller | null): Promise<ReadRouteFileResponse> {
    throw new ProductError('unavailable');
  }
}
