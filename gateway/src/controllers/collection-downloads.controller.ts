import { Controller, Inject, type StreamableFile } from '@nestjs/common';
import {
  type CollectionExportFormat,
  collectionExport,
  secretCollectionExport,
} from '@switchback/contracts/endpoints/collections';
import type { Collection, Way } from '@switchback/contracts/resources/collection';
import type { DriveDetails, DriveSummary } from '@switchback/contracts/resources/drive';
import { COLLECTION_PAGE, isTrip } from '@switchback/contracts/rules/collections';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Clock } from '@switchback/platform/clock';
import type { Settings } from '@switchback/platform/config/settings';
import { ProductError } from '@switchback/platform/errors';
import { CLOCK, SETTINGS } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import { toSummary } from '@switchback/platform/wire/drive-summary';
import { present } from '@switchback/platform/wire/values';
import { Answers, type InputOf } from '../contract/answers.js';
import { loadPart } from '../downloads/collection-drives.js';
import { collectionLines } from '../downloads/collection-lines.js';
import { type CollectionPart, partOf } from '../downloads/collection-part.js';
import { Downloads } from '../downloads/downloads.js';
import { startOf, tripCalendar } from '../downloads/trip-calendar.js';
import { CallLimits } from '../http/call-limits.js';
import { toCollection, toWay } from '../mapping/collection.js';
import { toDetails } from '../mapping/drive.js';
import { CLIENTS, type Clients } from '../services/clients.js';

interface Download {
  collection: Collection;
  /** How the caller refers to the collection: by id, or by the secret of a link. */
  reference: { id: string; secret: string };
  format: CollectionExportFormat;
  /** Null for the whole collection. */
  day: number | null;
  address: string;
  call: Call;
}

/** Downloads of collections: their lines as GPX or KML, and the days of trips as a calendar. */
@Controller()
export class CollectionDownloadsController {
  constructor(
    @Inject(CLIENTS) private readonly clients: Clients,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly callLimits: CallLimits,
    private readonly downloads: Downloads,
  ) {}

  @Answers(collectionExport, { endsWithClient: true })
  async export({ params: { id, format }, query, origin: { address }, call }: InputOf<typeof collectionExport>) {
    return this.downloads.start(call, address, async () => {
      const { collection } = await this.clients.drives.getCollection({ id }, call);
      const reference = { id, secret: '' };
      const day = query.day ?? null;
      return this.#file({ collection: toCollection(collection), reference, format, day, address, call });
    });
  }

  @Answers(secretCollectionExport, { endsWithClient: true })
  async exportSecret({ params, body, origin: { address }, call }: InputOf<typeof secretCollectionExport>) {
    const { secret, day = null } = body;
    return this.downloads.start(call, address, async () => {
      const { collection } = await this.clients.drives.getSecretCollection({ secret }, call);
      const reference = { id: '', secret };
      return this.#file({ collection: toCollection(collection), reference, format: params.format, day, address, call });
    });
  }

  async #file(download: Download): Promise<StreamableFile> {
    const { collection, format, day, call } = download;
    const part = partOf(collection, day);
    if (format === 'ics') startOf(collection);
    const ways = isTrip(collection) ? await this.#ways(download) : [];
    if (format === 'ics') return this.#calendar(part, ways, download);
    return collectionLines(await loadPart(part, ways, (id) => this.#drive(id, call)), format);
  }

  async #ways({ reference, address, call }: Download): Promise<Way[]> {
    await this.callLimits.findWays(call, address);
    return (await this.clients.drives.getWays(reference, call)).ways.map(toWay);
  }

  async #calendar(
    part: CollectionPart,
    ways: Way[],
    { collection, reference, call }: Download,
  ): Promise<StreamableFile> {
    const { PUBLIC_URL, PRODUCT_NAME: product } = this.settings;
    // A holder of the secret may not be able to open the page, and the calendar must not spread the secret.
    const page =
      reference.secret === '' ? `${PUBLIC_URL}${COLLECTION_PAGE}/${encodeURIComponent(collection.id)}` : null;
    const drives = await this.#summaries(part, call);
    return tripCalendar({
      part,
      drives,
      ways,
      page,
      product,
      host: new URL(PUBLIC_URL).hostname,
      now: this.clock.now(),
    });
  }

  async #summaries({ items }: CollectionPart, call: Call): Promise<DriveSummary[]> {
    const summaries: DriveSummary[] = [];
    for (let from = 0; from < items.length; from += LIMITS.summariesMax) {
      const ids = items.slice(from, from + LIMITS.summariesMax).flatMap(({ driveId }) => driveId ?? []);
      summaries.push(...(await this.clients.drives.getSummaries({ ids }, call)).drives.map(toSummary));
    }
    return summaries;
  }

  async #drive(id: string, call: Call): Promise<DriveDetails | null> {
    try {
      return toDetails(present((await this.clients.drives.getDetails({ id }, call)).drive, 'drive'));
    } catch (error) {
      if (error instanceof ProductError && error.error === 'driveNotFound') return null;
      throw error;
    }
  }
}
