import { Inject, Injectable } from '@nestjs/common';
import { COLLECTION_PAGE, COLLECTIONS_PAGE } from '@switchback/contracts/rules/collections';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { DEALS_PAGE } from '@switchback/contracts/rules/pages';
import { FROM_HERE_PAGE } from '@switchback/contracts/rules/plans';
import type { Clock } from '@switchback/platform/clock';
import type { Settings } from '@switchback/platform/config/settings';
import { ProductError } from '@switchback/platform/errors';
import { escapeXml } from '@switchback/geo/formats/xml';
import { CLOCK, SETTINGS } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { callOf, type RouteLabel } from '../http/exchange.js';
import { CLIENTS, type Clients } from '../services/clients.js';

const DAY_MS = 86_400_000;
const SECURITY_TXT_DAYS = 180;
const HOUR_SECONDS = 3_600;
/** Drives per sitemap page; crawlers get at most `DRIVE_PAGES_MAX` pages. */
const DRIVES_A_PAGE = LIMITS.publishedMax;
const DRIVE_PAGES_MAX = 50;
/** Pages of the list of public collections that a sitemap reads. */
const COLLECTION_PAGES_MAX = 40;

/** Pages worth indexing; the remaining ones are forms, or empty without an account. */
const FOUND = [
  '/',
  '/explore',
  FROM_HERE_PAGE,
  '/about',
  '/help',
  '/get-app',
  '/account-benefits',
  DEALS_PAGE,
  '/review-guidelines',
  '/terms',
  '/privacy',
  '/contact',
];

const HIDDEN = ['/api/', '/files/', '/ad-frame', '/offline', '/settings', '/notices', '/moderation', COLLECTIONS_PAGE];

/** Serves well-known files: for crawlers, browsers that install the app, and security researchers. */
@Injectable()
export class SiteFiles {
  constructor(
    @Inject(CLIENTS) private readonly clients: Clients,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  bind(scope: FastifyInstance, label: RouteLabel): void {
    const { settings, clock } = this;
    const config = { config: { label } };
    const text = (reply: FastifyReply, lines: readonly string[]) =>
      reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
    scope.get('/robots.txt', config, (_request, reply) =>
      text(reply, [
        'User-agent: *',
        'Allow: /',
        ...HIDDEN.map((path) => `Disallow: ${path}`),
        '',
        `Sitemap: ${settings.PUBLIC_URL}/sitemap.xml`,
      ]),
    );
    scope.get('/.well-known/security.txt', config, (_request, reply) => text(reply, securityText(settings, clock)));
    scope.get('/manifest.webmanifest', config, (_request, reply) =>
      reply.type('application/manifest+json').send(JSON.stringify(manifest(settings.PRODUCT_NAME))),
    );
    this.#bindSitemap(scope, config);
  }

  #bindSitemap(scope: FastifyInstance, config: { config: { label: RouteLabel } }): void {
    const { clients, settings } = this;
    const site = settings.PUBLIC_URL;
    const xml = (reply: FastifyReply, content: string) =>
      reply
        .header('cache-control', `public, max-age=${HOUR_SECONDS}`)
        .type('application/xml; charset=utf-8')
        .send(`<?xml version="1.0" encoding="UTF-8"?>\n${content}\n`);
    scope.get('/sitemap.xml', config, async (request, reply) => {
      const call = callOf(request, null);
      const [{ count }, { collections }] = await Promise.all([
        clients.drives.getStats({}, call),
        clients.drives.listPublishedCollections({ bookmark: '' }, call),
      ]);
      const pages = Math.min(Math.ceil(count / DRIVES_A_PAGE), DRIVE_PAGES_MAX);
      const drives = Array.from({ length: pages }, (_, index) => `/sitemap-drives-${index + 1}.xml`);
      const lists = collections.length > 0 ? ['/sitemap-collections.xml', ...drives] : drives;
      return xml(reply, listOf('sitemapindex', 'sitemap', site, ['/sitemap-pages.xml', ...lists]));
    });
    scope.get('/sitemap-collections.xml', config, async (request, reply) => {
      const ids = await publishedIds(clients, callOf(request, null));
      const paths = ids.map((id) => `${COLLECTION_PAGE}/${encodeURIComponent(id)}`);
      return xml(reply, listOf('urlset', 'url', site, paths));
    });
    scope.get('/sitemap-pages.xml', config, (_request, reply) => xml(reply, listOf('urlset', 'url', site, FOUND)));
    scope.get<{ Params: { page: string } }>('/sitemap-drives-:page.xml', config, async (request, reply) => {
      const page = Number(request.params.page);
      if (!/^[1-9]\d?$/.test(request.params.page) || page > DRIVE_PAGES_MAX) throw new ProductError('unknownRoute');
      const rows = { offset: (page - 1) * DRIVES_A_PAGE, limit: DRIVES_A_PAGE };
      const { ids } = await clients.drives.listPublished(rows, callOf(request, null));
      const paths = ids.map((id) => `/drive-details/${encodeURIComponent(id)}`);
      return xml(reply, listOf('urlset', 'url', site, paths));
    });
  }
}

/** Returns the ids of the newest public collections. */
async function publishedIds({ drives }: Clients, call: Call): Promise<string[]> {
  const ids: string[] = [];
  let bookmark = '';
  for (let page = 1; page <= COLLECTION_PAGES_MAX; page += 1) {
    const found = await drives.listPublishedCollections({ bookmark }, call);
    ids.push(...found.collections.map(({ id }) => id));
    ({ bookmark } = found);
    if (bookmark === '') break;
  }
  return ids;
}

/** Renders a list as defined by https://www.sitemaps.org/protocol.html. */
function listOf(list: string, entry: string, site: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `<${entry}><loc>${escapeXml(site + path)}</loc></${entry}>`);
  return `<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${list}>`;
}

/** Renders security.txt (RFC 9116); it expires, so that no one relies on an outdated one. */
function securityText(settings: Settings, clock: Clock): string[] {
  const expires = new Date(Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS + SECURITY_TXT_DAYS * DAY_MS);
  return [
    `Contact: ${settings.SECURITY_CONTACT ?? `${settings.PUBLIC_URL}/contact`}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${settings.PUBLIC_URL}/.well-known/security.txt`,
  ];
}

/** Returns the web app manifest, which describes the installed app to a device. */
function manifest(product: string) {
  const icon = (file: string, size: number, purpose: string) => ({
    src: `/icons/${file}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: product,
    short_name: product,
    start_url: '/explore',
    scope: '/',
    display: 'standalone',
    background_color: '#fbfcfb',
    theme_color: '#12704f',
    icons: [icon('icon', 192, 'any'), icon('icon', 512, 'any'), icon('maskable', 512, 'maskable')],
    shortcuts: [{ name: 'Saved drives on this device', url: '/offline' }],
  };
}
