import { ConfigError, type Settings } from '../config/settings.js';
import { GATEWAY, type ServiceName, SERVICES } from '../services.js';

/** An engine of the product, as named in the descriptions of the services. */
export type Engine = (typeof SERVICES)[ServiceName]['engines'][number];

/** Returns the needed engines whose settings are missing: containers only receive the settings of their own process. */
export function unknownEngines(
  { SETTINGS_OF: of }: Pick<Settings, 'SETTINGS_OF'>,
  needed: readonly Engine[],
): Engine[] {
  if (of === undefined) return [];
  const known: readonly Engine[] = of === 'gateway' ? GATEWAY.engines : SERVICES[of].engines;
  return needed.filter((engine) => !known.includes(engine));
}

/**
 * Rejects a command if the settings of an engine that it needs are missing: it would work on another engine.
 * @throws ConfigError
 */
export function requireEngines(settings: Pick<Settings, 'SETTINGS_OF'>, needed: readonly Engine[]): void {
  const unknown = unknownEngines(settings, needed);
  if (unknown.length === 0) return;
  const fault = `is ${settings.SETTINGS_OF}, whose settings do not include ${unknown.join(', ')}: run this command where all settings are set; with docker compose, in the service cli.`;
  throw new ConfigError(new Map([['SETTINGS_OF', fault]]));
}
