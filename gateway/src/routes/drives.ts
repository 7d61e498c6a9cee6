import {
  driveDetailsCall,
  driveDetailsWithToken,
  driveDirections,
  driveExport,
  driveStats,
  driveSummaries,
  EXPORT_TYPES,
  nearbyDrives,
  popularDrives,
  worldRanking,
} from '@switchback/contracts/endpoints/drives';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Call } from '@switchback/platform/rpc/call';
import { toSummary } from '@switchback/platform/wire/drive-summary';
import { present } from '@switchback/platform/wire/values';
import { fileName } from '@switchback/platform/formats/file-name';
import { toGpx } from '@switchback/platform/formats/gpx';
import { toKml } from '../downloads/kml.js';
import type { Clients } from '../gateway-parts.js';
import { toDetails, toDirections } from '../mapping/drive.js';
import { FileAnswer, type Route, route } from './route.js';

const WRITERS = { gpx: toGpx, kml: toKml };

export function driveRoutes({ drives }: Clients): Route[] {
  const whole = async (id: string, call: Call) =>
    toDetails(present((await drives.getDetails({ id }, call)).drive, 'drive'));
  return [
    route(driveSummaries, async ({ body, call }) => {
      const answer = await drives.getSummaries({ ids: body.ids }, call);
      return { drives: answer.drives.map(toSummary) };
    }),
    route(nearbyDrives, async ({ body, call }) => {
      const answer = await drives.getNearby({ location: body.location, limit: LIMITS.nearbyMax }, call);
      return { drives: answer.drives.map(toSummary) };
    }),
    route(popularDrives, async ({ call }) => {
      const answer = await drives.getPopular({ limit: LIMITS.popularMax }, call);
      return { drives: answer.drives.map(toSummary) };
    }),
    route(worldRanking, async ({ call }) => {
      const answer = await drives.getWorldRanking({ limit: LIMITS.worldRankingMax }, call);
      return { drives: answer.drives.map(toSummary) };
    }),
    route(driveStats, ({ call }) => drives.getStats({}, call)),
    route(driveDetailsCall, async ({ params, query, call }) => ({
      drive: only(query.fields, await whole(params.id, call)),
    })),
    route(driveDetailsWithToken, async ({ params, query, call }) => ({
      drive: only(query.fields, await whole(params.id, call)),
    })),
    route(driveDirections, async ({ params, call }) => {
      const { directions } = await drives.getDirections({ id: params.id }, call);
      return { directions: toDirections(present(directions, 'directions')) };
    }),
    route(driveExport, async ({ params: { id, format }, call }) => {
      const drive = await whole(id, call);
      return new FileAnswer(fileName(drive.title, format), EXPORT_TYPES[format], WRITERS[format](drive));
    }),
  ];
}

type SomeDetails = Partial<DriveDetails> & { id: string };

/** The drive with the fields asked for, and its id. */
function only(fields: readonly string[] | undefined, drive: DriveDetails): SomeDetails {
  if (!fields) return drive;
  const kept = Object.entries(drive).filter(([name]) => name === 'id' || fields.includes(name));
  return Object.fromEntries(kept) as SomeDetails;
}
