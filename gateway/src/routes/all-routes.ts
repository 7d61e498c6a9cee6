import type { GatewayParts } from '../gateway-parts.js';
import { driveRoutes } from './drives.js';
import { placeRoutes } from './places.js';
import { productRoutes } from './product.js';
import type { Route } from './route.js';
import { searchRoutes } from './search.js';

/** Every call the gateway answers. */
export function allRoutes(parts: Pick<GatewayParts, 'clients' | 'health' | 'settings'>): Route[] {
  return [
    ...searchRoutes(parts.clients),
    ...driveRoutes(parts.clients),
    ...placeRoutes(parts.clients),
    ...productRoutes(parts),
  ];
}
