import type { z } from 'zod';
import { type ServiceName, SERVICES } from '../services.js';
import { addresses, type Setting, setting } from './setting.js';

type AddressSetting = Setting<z.ZodDefault<ReturnType<typeof addresses>>>;
type AddressName<Name extends ServiceName> = `${Uppercase<Name>}_ADDRESS`;

/** Name of the setting that holds a service's address. */
function addressName<Name extends ServiceName>(name: Name): AddressName<Name> {
  return `${name.toUpperCase() as Uppercase<Name>}_ADDRESS`;
}

/** Returns one setting per service: the address at which other processes reach it. */
export function addressSettings(): { [Name in ServiceName as AddressName<Name>]: AddressSetting } {
  const settings = serviceNames().map((name) => {
    const { port } = SERVICES[name];
    const schema = addresses(`${name}-1:${port}`).default([`127.0.0.1:${port}`]);
    const description = `Addresses at which other processes reach the ${name} service: \`host:port\`, separated by commas; a host name resolves to all its addresses.`;
    return [addressName(name), setting(schema, `127.0.0.1:${port}`, description)] as const;
  });
  return Object.fromEntries(settings) as { [Name in ServiceName as AddressName<Name>]: AddressSetting };
}

/** Returns the addresses of a service. */
export function addressesOf(
  settings: Readonly<Record<AddressName<ServiceName>, readonly string[]>>,
  name: ServiceName,
): readonly string[] {
  return settings[addressName(name)];
}

/** Lists the default ports of all processes, which apply unless `PORT` is set, as text. */
export function describePorts(gatewayPort: number): string {
  const others = serviceNames().map((name) => `${SERVICES[name].port} for ${name}`);
  return `${gatewayPort}; for a service in its own process, ${others.join(', ')}`;
}

/** Returns the names of all services. */
export function serviceNames(): ServiceName[] {
  return Object.keys(SERVICES) as ServiceName[];
}
