import type { Service } from '@switchback/platform/process/service';
import { serviceKeys } from '@switchback/platform/process/service-keys';
import { type DrivesService, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { type SearchService, SearchServiceDefinition } from '@switchback/proto/search/v1/service';
import { openIndex } from './open-index.js';
import { SearchModule } from './search.module.js';
import { SearchRpc } from './search.rpc.js';

/** The search service as a part of a process. */
export const search: Service<SearchService> = {
  name: 'search',
  definition: SearchServiceDefinition,
  rpc: SearchRpc,
  hasOutbox: false,
  async module({ settings, clock, logger, metrics, database, peer, ...engines }) {
    const [bus, places] = await Promise.all([engines.bus(), engines.places()]);
    const onIndexError = (error: unknown) => logger.warn({ error }, 'The search index is not as it should be');
    const visible = metrics.visibleChanges();
    const onTaken = (times: Date[]) => {
      const now = clock.now().getTime();
      for (const time of times) visible((now - time.getTime()) / 1_000);
    };
    return SearchModule.register({
      ...{ bus, places, clock, onTaken, onIndexError, keys: serviceKeys(settings) },
      states: () => peer<DrivesService>('drives', DrivesServiceDefinition),
      openIndex: () => openIndex(settings, { database, clock, onError: onIndexError }),
    });
  },
};
