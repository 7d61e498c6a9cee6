import { Module } from '@nestjs/common';
import { PlacesModule } from '@switchback/platform/nest/engine-modules';
import { providePeer } from '@switchback/platform/nest/provide-peer';
import { HOST } from '@switchback/platform/nest/tokens';
import type { ServiceHost } from '@switchback/platform/process/service';
import { serviceKeys } from '@switchback/platform/process/service-keys';
import { DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { DataSource } from 'typeorm';
import { Bookmarks } from './bookmark.js';
import { CONSUMERS } from './consumers/all.js';
import { type Taken, TAKEN } from './consumers/index.consumer.js';
import { SEARCH_INDEX } from './index/search-index.js';
import { DRIVE_STATES, IndexRebuilder, OPENED_INDEX } from './index-rebuilder.js';
import { type OpenedIndex, openIndex } from './open-index.js';
import { SearchRpc } from './search.rpc.js';

@Module({
  imports: [PlacesModule],
  controllers: [SearchRpc, ...CONSUMERS],
  providers: [
    IndexRebuilder,
    { provide: OPENED_INDEX, inject: [HOST], useFactory: opened },
    { provide: SEARCH_INDEX, inject: [OPENED_INDEX], useFactory: ({ index }: OpenedIndex) => index },
    // For health checks; null if the index is not in PostgreSQL.
    { provide: DataSource, inject: [OPENED_INDEX], useFactory: ({ source }: OpenedIndex) => source },
    {
      provide: Bookmarks,
      inject: [HOST],
      useFactory: ({ settings }: ServiceHost) => new Bookmarks(serviceKeys(settings)),
    },
    { provide: TAKEN, inject: [HOST], useFactory: untilVisible },
    providePeer(DRIVE_STATES, 'drives', DrivesServiceDefinition),
  ],
})
export class SearchModule {}

function opened({ settings, database, clock, logger }: ServiceHost): Promise<OpenedIndex> {
  const onError = (error: unknown) => logger.warn({ error }, 'The search index reported an error');
  return openIndex(settings, { database, clock, onError });
}

/** Measures the time from a change until a search finds it. */
function untilVisible({ clock, metrics }: ServiceHost): Taken {
  const visible = metrics.visibleChanges();
  return (times) => {
    const now = clock.now().getTime();
    for (const time of times) visible((now - time.getTime()) / 1_000);
  };
}
