import { Module } from '@nestjs/common';
import type { Settings } from '@switchback/platform/config/settings';
import { PlacesModule, StorageModule } from '@switchback/platform/nest/engine-modules';
import { CLOCK, LOGGER, SETTINGS } from '@switchback/platform/nest/tokens';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { Choices } from './choices/choices.js';
import { Directions } from './directions/directions.service.js';
import { Heights } from './elevation/heights.js';
import { openHeights } from './elevation/open-heights.js';
import { LineManeuvers } from './lines/line-maneuvers.js';
import { LineMeasures } from './lines/line-measures.js';
import { RoadSnaps } from './directions/road-snaps.js';
import { Loops } from './loops/loops.js';
import { Regions } from './region/regions.js';
import { RegionRoads } from './region/roads/region-roads.js';
import { RegionStops } from './region/stops/region-stops.js';
import { RoadsRpc } from './roads.rpc.js';
import { openRouter, ROUTER } from './router/open-router.js';
import { Roads } from './routing/roads.js';
import { Ways } from './routing/ways.js';

@Module({
  imports: [PlacesModule, StorageModule],
  controllers: [RoadsRpc],
  providers: [
    Choices,
    Directions,
    LineManeuvers,
    LineMeasures,
    Loops,
    RegionRoads,
    RegionStops,
    Regions,
    RoadSnaps,
    Roads,
    Ways,
    {
      provide: Heights,
      inject: [SETTINGS, LOGGER],
      useFactory: (settings: Settings, logger: Logger) =>
        openHeights(settings, (message, error) => logger.warn({ error }, message)),
    },
    { provide: ROUTER, inject: [SETTINGS, CLOCK, LOGGER], useFactory: openRouter },
  ],
})
export class RoadsModule {}
