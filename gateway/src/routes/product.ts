import { health as healthCall, settings as settingsCall } from '@switchback/contracts/endpoints/product';
import { ProductError } from '@switchback/platform/errors';
import type { GatewayParts } from '../gateway-parts.js';
import { providerName } from './provider-name.js';
import { type Route, route } from './route.js';

export function productRoutes({ health, settings }: Pick<GatewayParts, 'health' | 'settings'>): Route[] {
  return [
    route(healthCall, async ({ params: { probe } }) => {
      const status = probe === 'live' ? health.live() : await health.ready();
      if (status !== 'ok') throw new ProductError('unavailable');
      return { status };
    }),
    route(settingsCall, () =>
      Promise.resolve({
        productName: settings.PRODUCT_NAME,
        publicUrl: settings.PUBLIC_URL,
        loginProvider: settings.OIDC_ISSUER === undefined ? null : providerName(settings, settings.OIDC_ISSUER),
        socialUrl: settings.SOCIAL_URL ?? null,
        accounts: { passwordMin: settings.PASSWORD_MIN },
        map: {
          googleMapsApiKey: settings.GOOGLE_MAPS_API_KEY ?? null,
          styles: {
            roadmap: settings.MAP_STYLE_ROADMAP ?? null,
            terrain: settings.MAP_STYLE_TERRAIN ?? null,
            satellite: settings.MAP_STYLE_SATELLITE ?? null,
          },
        },
      }),
    ),
  ];
}
