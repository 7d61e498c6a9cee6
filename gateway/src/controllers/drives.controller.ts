import { Controller, Inject } from '@nestjs/common';
import {
  driveDetailsCall,
  driveDetailsWithToken,
  driveDirections,
  driveExport,
  driveStats,
  driveSummaries,
  nearbyDrives,
  popularDrives,
  worldRanking,
} from '@switchback/contracts/endpoints/drives';
import type { DriveDetails, Photo } from '@switchback/contracts/resources/drive';
import { STOPS_WITHIN } from '@switchback/contracts/rules/region';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Call } from '@switchback/platform/rpc/call';
import { photoOf, toSummary } from '@switchback/platform/wire/drive-summary';
import { present } from '@switchback/platform/wire/values';
import { Downloads } from '../downloads/downloads.js';
import { lineFile } from '../downloads/line-file.js';
import { Answers, type InputOf } from '../contract/answers.js';
import { CLIENTS, type Clients } from '../services/clients.js';
import { toDetails, toDirections } from '../mapping/drive.js';

@Controller()
export class DrivesController {
  constructor(
    @Inject(CLIENTS) private readonly clients: Clients,
    private readonly downloads: Downloads,
  ) {}

  @Answers(driveSummaries)
  async summaries({ body: { ids }, call }: InputOf<typeof driveSummaries>) {
    const { drives } = await this.clients.drives.getSummaries({ ids }, call);
    return { drives: drives.map(toSummary) };
  }

  @Answers(nearbyDrives)
  async nearby({ body: { location }, call }: InputOf<typeof nearbyDrives>) {
    const { drives } = await this.clients.drives.getNearby({ location, limit: LIMITS.nearbyMax }, call);
    return { drives: drives.map(toSummary) };
  }

  @Answers(popularDrives)
  async popular({ call }: InputOf<typeof popularDrives>) {
    const { drives } = await this.clients.drives.getPopular({ limit: LIMITS.popularMax }, call);
    return { drives: drives.map(toSummary) };
  }

  @Answers(worldRanking)
  async ranking({ call }: InputOf<typeof worldRanking>) {
    const { drives } = await this.clients.drives.getWorldRanking({ limit: LIMITS.worldRankingMax }, call);
    return { drives: drives.map(toSummary) };
  }

  @Answers(driveStats)
  stats({ call }: InputOf<typeof driveStats>) {
    return this.clients.drives.getStats({}, call);
  }

  @Answers(driveDetailsCall)
  async details({ params, query, call }: InputOf<typeof driveDetailsCall>) {
    return { drive: await this.#asked(params.id, query.fields, call) };
  }

  @Answers(driveDetailsWithToken)
  async detailsWithToken({ params, query, call }: InputOf<typeof driveDetailsWithToken>) {
    return { drive: await this.#asked(params.id, query.fields, call) };
  }

  @Answers(driveDirections)
  async directions({ params: { id }, call }: InputOf<typeof driveDirections>) {
    const { directions } = await this.clients.drives.getDirections({ id }, call);
    return { directions: toDirections(present(directions, 'directions')) };
  }

  @Answers(driveExport, { endsWithClient: true })
  export({ params: { id, format }, query: { stops }, origin: { address }, call }: InputOf<typeof driveExport>) {
    return this.downloads.start(call, address, async () => {
      const drive = await this.#whole(id, call);
      const places = stops === undefined ? [] : await this.#stopsAlong(drive, stops, call);
      return lineFile({ ...drive, pointsOfInterest: [...drive.pointsOfInterest, ...places] }, format);
    });
  }

  async #stopsAlong({ path }: DriveDetails, kinds: readonly string[], call: Call) {
    const request = { path, kinds: [...kinds], withinSeconds: STOPS_WITHIN.default };
    const { stops } = await this.clients.roads.findStops(request, call);
    return stops.map(({ kind, name, ...stop }) => {
      const location = present(stop.location, 'location');
      return { label: name === '' ? kind : `${name} (${kind})`, location, value: { location } };
    });
  }

  async #asked(id: string, fields: readonly string[] | undefined, call: Call): Promise<SomeDetails> {
    const hasPhotos = fields === undefined || fields.includes('photos');
    const hasReviews = fields === undefined || fields.includes('reviews');
    const [drive, photos] = await Promise.all([this.#whole(id, call), hasPhotos ? this.#ownPhotos(id, call) : null]);
    const reviews = hasReviews && drive.reviewCount > 0 ? await this.#reviews(id, call) : [];
    return only(fields, { ...drive, reviews, ...(photos && { photos }) });
  }

  /**
   * Returns the photos visible to this caller, including private and pending ones. Returns null for a visitor, and if
   * the media service does not answer; the photos included in the drive are the fallback.
   */
  async #ownPhotos(id: string, call: Call): Promise<Photo[] | null> {
    if (call.caller === null) return null;
    const answer = await this.clients.media.listPhotos({ driveId: id }, call).catch(() => null);
    return answer && answer.photos.map(photoOf);
  }

  /** Returns the ids of the first reviews; none if the reviews service does not answer. */
  async #reviews(driveId: string, call: Call): Promise<string[]> {
    const request = { driveId, sort: '', bookmark: '', limit: LIMITS.reviewsBatch };
    const answer = await this.clients.reviews.listReviews(request, call).catch(() => null);
    return answer?.reviews.map(({ id }) => id) ?? [];
  }

  async #whole(id: string, call: Call): Promise<DriveDetails> {
    return toDetails(present((await this.clients.drives.getDetails({ id }, call)).drive, 'drive'), call.caller);
  }
}

type SomeDetails = Partial<DriveDetails> & { id: string };

/** Reduces a drive to the requested fields and its id. */
function only(fields: readonly string[] | undefined, drive: DriveDetails): SomeDetails {
  if (!fields) return drive;
  // Lists know the field `reviews` as another name of their number.
  const names = new Set(['id', ...fields, ...(fields.includes('reviews') ? ['reviewCount'] : [])]);
  const kept = Object.entries(drive).filter(([name]) => names.has(name));
  return Object.fromEntries(kept) as SomeDetails;
}
