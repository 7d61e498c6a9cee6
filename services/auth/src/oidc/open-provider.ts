import type { Clock } from '@switchback/platform/clock';
import type { IdentityProvider, ProviderSettings } from './identity-provider.js';

interface Dependencies {
  clock: Pick<Clock, 'monotonicMs'>;
  onFault: (reason: string) => void;
}

/** Null if none is configured. */
export type OpenProvider = () => Promise<IdentityProvider> | null;
export const PROVIDER = Symbol('OpenProvider');

/** Returns the configured provider, whose library is loaded when the first person uses it; null if there is none. */
export function openProvider(settings: ProviderSettings | null, deps: Dependencies): OpenProvider {
  let opened: Promise<IdentityProvider> | undefined;
  return () => settings && (opened ??= open(settings, deps));
}

async function open(settings: ProviderSettings, deps: Dependencies): Promise<IdentityProvider> {
  const { DiscoveredProvider } = await import('./discovered-provider.js');
  return new DiscoveredProvider({ settings, ...deps });
}
