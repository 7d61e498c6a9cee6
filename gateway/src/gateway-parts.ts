import type { Settings } from '@switchback/platform/config/settings';
import type { Health } from '@switchback/platform/health/health';
import type { Limits } from '@switchback/platform/limits/limits';
import type { Rpc } from '@switchback/platform/rpc/call';
import type { Logger } from '@switchback/platform/telemetry/logger';
import type { LocalFiles } from '@switchback/platform/storage/disk/local-files';
import type { Metrics } from '@switchback/platform/telemetry/metrics';
import type { DrivesService } from '@switchback/proto/drives/v1/service';
import type { SearchService } from '@switchback/proto/search/v1/service';

/** The services behind the gateway, as it calls them. */
export interface Clients {
  drives: Rpc<DrivesService>;
  search: Rpc<SearchService>;
}

/** The settings the gateway reads. */
export type GatewaySettings = Pick<
  Settings,
  | 'PUBLIC_URL'
  | 'PRODUCT_NAME'
  | 'GOOGLE_MAPS_API_KEY'
  | 'MAP_STYLE_ROADMAP'
  | 'MAP_STYLE_TERRAIN'
  | 'MAP_STYLE_SATELLITE'
  | 'READ_LIMIT_PER_MINUTE'
  | 'TRUST_PROXY'
>;

/** Everything the gateway is put together from. */
export interface GatewayParts {
  settings: GatewaySettings;
  clients: Clients;
  health: Health;
  limits: Limits;
  metrics: Metrics;
  logger: Logger;
  /** Answers links to files that lie on our disk; an object store answers them itself. */
  localFiles: LocalFiles | null;
  /** Absolute path of the built web app; null serves the API and bare pages. */
  webRoot: string | null;
}

/** Token {@link GatewayParts} are injected by. */
export const GATEWAY_PARTS = Symbol('GatewayParts');
