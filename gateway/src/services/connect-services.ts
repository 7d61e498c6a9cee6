import type { Host } from '@switchback/platform/process/host';
import { serviceKeys } from '@switchback/platform/process/service-keys';
import { Breaker, type BreakerState } from '@switchback/platform/rpc/breaker';
import type { Rpc, ServiceDefinition } from '@switchback/platform/rpc/call';
import { connectGrpc } from '@switchback/platform/rpc/grpc/client';
import { IdentityKeys } from '@switchback/platform/rpc/identity';
import { watchBreakers } from '@switchback/platform/telemetry/figures';
import { type AuthService, AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import { type DrivesService, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { type SearchService, SearchServiceDefinition } from '@switchback/proto/search/v1/service';
import { type UsersService, UsersServiceDefinition } from '@switchback/proto/users/v1/service';
import type { Clients } from '../gateway-parts.js';

const TIMEOUT_MS = 2_000;
/** How long a gateway that starts waits for the services behind it; without one of them it serves what the others can. */
const PATIENCE_MS = 10_000;

/** Clients of the services where the settings say they are, each behind a breaker of its own. */
export async function connectServices(host: Host): Promise<Clients> {
  const { settings, clock, metrics } = host;
  const keys = new IdentityKeys(serviceKeys(settings), clock);
  const breakers = {
    auth: new Breaker(metrics.askedCalls('auth')),
    drives: new Breaker(metrics.askedCalls('drives')),
    search: new Breaker(metrics.askedCalls('search')),
    users: new Breaker(metrics.askedCalls('users')),
  };
  watchBreakers(metrics, () => statesOf(breakers));
  const [auth, drives, search, users] = await Promise.all([
    connect<AuthService>(host, { definition: AuthServiceDefinition, addresses: settings.AUTH_ADDRESS, keys }),
    connect<DrivesService>(host, { definition: DrivesServiceDefinition, addresses: settings.DRIVES_ADDRESS, keys }),
    connect<SearchService>(host, { definition: SearchServiceDefinition, addresses: settings.SEARCH_ADDRESS, keys }),
    connect<UsersService>(host, { definition: UsersServiceDefinition, addresses: settings.USERS_ADDRESS, keys }),
  ]);
  return {
    auth: breakers.auth.guard(auth),
    drives: breakers.drives.guard(drives),
    search: breakers.search.guard(search),
    users: breakers.users.guard(users),
  };
}

function statesOf(breakers: Readonly<Record<string, Breaker>>): Record<string, BreakerState> {
  return Object.fromEntries(Object.entries(breakers).map(([name, { state }]) => [name, state]));
}

interface Dependency {
  definition: ServiceDefinition;
  addresses: readonly string[];
  keys: IdentityKeys;
}

async function connect<Service>({ closers, logger }: Host, dependency: Dependency): Promise<Rpc<Service>> {
  const { definition, ...options } = dependency;
  const { client, isReached, close } = connectGrpc<Service>(definition, { ...options, timeoutMs: TIMEOUT_MS });
  closers.add(() => Promise.resolve(close()));
  if (!(await isReached(PATIENCE_MS))) {
    const line = { service: definition.fullName, addresses: dependency.addresses };
    logger.error(line, 'A service was not reached: its calls answer 503 until it is.');
  }
  return client;
}
