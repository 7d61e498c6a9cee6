import type { GatewayParts } from '../gateway-parts.js';
import type { CallLimits } from '../http/call-limits.js';
import { accountRoutes } from './accounts.js';
import { authRoutes } from './auth.js';
import { driveRoutes } from './drives.js';
import { exportRoutes } from './export.js';
import { oidcRoutes } from './oidc.js';
import { placeRoutes } from './places.js';
import { productRoutes } from './product.js';
import type { Route } from './route.js';
import { searchRoutes } from './search.js';
import { userRoutes } from './users.js';

/** What calls are answered with. */
export type RouteParts = Pick<GatewayParts, 'clients' | 'clock' | 'health' | 'sessions' | 'settings' | 'storage'> & {
  callLimits: CallLimits;
};

/** Every call the gateway answers. */
export function allRoutes(parts: RouteParts): Route[] {
  return [
    ...searchRoutes(parts.clients),
    ...driveRoutes(parts.clients),
    ...placeRoutes(parts.clients),
    ...authRoutes(parts),
    ...oidcRoutes(parts),
    ...accountRoutes(parts),
    ...userRoutes(parts),
    ...exportRoutes(parts),
    ...productRoutes(parts),
  ];
}
