import { isIP, isIPv4, isIPv6 } from 'node:net';
import { z } from 'zod';

/** One setting of the product: the values it accepts in the environment, and its default. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  description: string;
  /** Describes, as text, the behavior when the setting is unset. */
  unset: string;
  /** Parses the text; receives `undefined` when unset. */
  schema: Schema;
  /** If true, the value never appears in a message or a log. */
  secret?: boolean;
}

/**
 * Builds a row of the table.
 * @param unset describes the behavior when the setting is unset.
 */
export function setting<Schema extends z.ZodType>(
  schema: Schema,
  unset: string,
  description: string,
  options: { secret?: boolean } = {},
): Setting<Schema> {
  return { schema, unset, description, ...options };
}

export function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
}

/** Parts that a URL of a setting may have. */
interface UrlParts {
  /** User name and password. */
  login?: boolean;
  query?: boolean;
}

const refusals: readonly [(url: URL, parts: UrlParts) => boolean, string][] = [
  [lacksHost, 'must name a host after //'],
  [({ port }) => port === '0', 'must not have port 0'],
  [
    ({ username, password }, { login }) => !login && username + password !== '',
    'must not contain a user or a password',
  ],
  [({ search }, { query }) => !query && search !== '', 'must not contain a query'],
  [({ hash }) => hash !== '', 'must not contain a fragment'],
];

function lacksHost({ protocol, hostname, href }: URL): boolean {
  // The default of PostgreSQL is this machine, and a query may name its socket.
  const isOptional = protocol === 'mailto:' || /^postgres(ql)?:\/\//.test(href);
  return hostname === '' && !isOptional;
}

/** Parses a URL with one of the protocols, and with no parts that nothing uses. */
export function url(protocols: readonly string[], parts: UrlParts = {}) {
  const shape = `must be a URL with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
  return z.string().superRefine((text, context) => {
    const parsed = URL.canParse(text) && !/\s/.test(text) ? new URL(text) : null;
    const isFit = parsed !== null && protocols.includes(parsed.protocol);
    const message = isFit ? refusals.find(([isRefused]) => isRefused(parsed, parts))?.[1] : shape;
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
}

export const webUrl = url(['http:', 'https:']);
/** A page that people or browsers open. */
export const pageUrl = url(['http:', 'https:'], { query: true });
/** The address of a site, without a path: links append their own. */
export const origin = webUrl
  .refine(
    (text) => !URL.canParse(text) || new URL(text).pathname.replace(/\/+/, '') === '',
    'must end with the host and port',
  )
  .transform((text) => new URL(text).origin);
export const onOff = (word: 'on' | 'off') => z.enum(['on', 'off'], { error: 'must be on or off' }).default(word);

const HOST_NAME = /^[A-Za-z0-9_]([A-Za-z0-9._-]{0,252}[A-Za-z0-9_.])?$/;

/** Whether the text is a host name or an IPv4 address. */
function isHost(text: string): boolean {
  // Digits and dots alone are an IPv4 address or a mistake.
  return /^[\d.]+$/.test(text) ? isIPv4(text) : HOST_NAME.test(text);
}

/** Parses the address on which a port listens; an IPv6 address may stand in brackets. */
export const listenHost = z
  .string()
  .transform((text) => text.replace(/^\[(.*)\]$/, '$1'))
  .refine((text) => isHost(text) || isIPv6(text), 'must be an IP address or a host name, without a port');

/** Parses one or more `host:port`, separated by commas; an IPv6 address stands in brackets. */
export function addresses(example: string, { ipv6 = true }: { ipv6?: boolean } = {}) {
  const isAddress = (text: string) => {
    const [, literal, name = '', port] = /^(?:\[([^\]]*)\]|([^:]*)):(\d{1,5})$/.exec(text) ?? [];
    const isNamed = literal === undefined ? isHost(name) : ipv6 && isIPv6(literal);
    return isNamed && Number(port) >= 1 && Number(port) <= 65_535;
  };
  const kinds = ipv6 ? '' : ', with host names or IPv4 addresses';
  return z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .refine((all) => all.every(isAddress), `must be addresses like ${example}, separated by commas${kinds}`);
}

/** Parses `off`, a number of hops, or addresses and networks. */
export const proxies = z
  .string()
  .transform((text) => {
    if (text === 'off') return false;
    return /^\d$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim());
  })
  .refine(
    (input) => !Array.isArray(input) || input.every(isNetwork),
    'must be off, a number of hops up to 9, or addresses and networks',
  );

function isNetwork(text: string): boolean {
  const [address = '', mask, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (mask === undefined) return true;
  const isLength = /^\d{1,3}$/.test(mask) && Number(mask) <= (family === 4 ? 32 : 128);
  return isLength || (family === 4 && isIPv4(mask));
}
