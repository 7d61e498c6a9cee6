import { Inject } from '@nestjs/common';
import type { Settings } from '@switchback/platform/config/settings';
import type { SITE_SETTINGS } from '@switchback/platform/config/site-settings';
import type { Health } from '@switchback/platform/health/health';
import type { Limits } from '@switchback/platform/limits/limits';
import type { Logger } from '@switchback/platform/telemetry/logger';
import type { LocalFiles } from '@switchback/platform/storage/disk/local-files';
import type { Clock } from '@switchback/platform/clock';
import type { Ids } from '@switchback/platform/ids';
import type { Storage } from '@switchback/platform/storage/storage';
import type { Metrics } from '@switchback/platform/telemetry/metrics';
import type { Clients } from './services/clients.js';
import type { Sessions } from './session/sessions.js';

export type CallLimitSettings = Pick<
  Settings,
  | 'USERNAME_CHECKS_PER_ADDRESS'
  | 'MESSAGES_PER_ADDRESS'
  | 'MESSAGES_PER_HOUR'
  | 'UPLOADS_PER_PERSON'
  | 'UPLOADS_PER_ADDRESS'
  | 'DIRECTIONS_PER_PERSON'
>;

/** Settings that the gateway reads. */
export type GatewaySettings = Pick<
  Settings,
  | 'NODE_ENV'
  | 'DATA_DIR'
  | 'SMTP_URL'
  | 'PUBLIC_URL'
  | 'PRODUCT_NAME'
  | 'SOCIAL_URL'
  | 'PASSWORD_MIN'
  | 'HERO_PRICE'
  | 'HERO_CURRENCY'
  | 'CHARGEBEE_SITE'
  | 'CHARGEBEE_PUBLISHABLE_KEY'
  | 'GOOGLE_MAPS_API_KEY'
  | 'MAP_STYLE_ROADMAP'
  | 'MAP_STYLE_TERRAIN'
  | 'MAP_STYLE_SATELLITE'
  | 'READ_LIMIT_PER_MINUTE'
  | keyof CallLimitSettings
  | 'TRUST_PROXY'
  | 'OIDC_ISSUER'
  | 'OIDC_NAME'
  | keyof typeof SITE_SETTINGS
>;

/** Dependencies of the gateway. */
export interface GatewayDependencies {
  settings: GatewaySettings;
  clients: Clients;
  sessions: Sessions;
  health: Health;
  limits: Limits;
  metrics: Metrics;
  logger: Logger;
  clock: Clock;
  ids: Ids;
  /** Storage of uploads and public pictures; opened on first use. */
  storage: () => Promise<Storage>;
  /** Serves links to files on our disk; null with an object store, which serves its own. */
  localFiles: LocalFiles | null;
  /** Absolute path of the built web app; null serves the API and bare pages. */
  webRoot: string | null;
}

/** Injection token of {@link GatewayDependencies}. */
export const GATEWAY_DEPENDENCIES = Symbol('GatewayDependencies');

/** Injects one of the {@link GatewayDependencies}. Most are interfaces, so their names are the tokens. */
export function Dependency(name: keyof GatewayDependencies): ParameterDecorator {
  return Inject(name);
}
