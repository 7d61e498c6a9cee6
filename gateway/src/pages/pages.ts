import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import { AD_FRAME } from '@switchback/contracts/rules/ads';
import {
  CARD_PAGE,
  drivePage,
  explorePage,
  landingPage,
  MAILED_PAGES,
  mailedPage,
  type MailedPath,
  missingPage,
  type PageText,
  plainDrivePage,
  PROVIDER_PAGE,
  providerPage,
  profilePage,
} from '@switchback/contracts/rules/pages';
import { PLAIN_PAGES, plainPage, type PlainPath } from '@switchback/contracts/rules/plain-pages';
import { SECRET_PAGE } from '@switchback/contracts/rules/secret-links';
import { ProductError } from '@switchback/platform/errors';
import { present } from '@switchback/platform/wire/values';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayDependencies } from '../gateway-dependencies.js';
import { RETRY_AFTER_SECONDS, toProductError } from '../http/errors.js';
import { callOf, type RouteLabel } from '../http/exchange.js';
import { decodeQuery, type RawQuery } from '../http/query-string.js';
import { bindAdFrame } from './ad-frame.js';
import { bindCards, cardOf } from './card.js';
import { BARE_PAGE, type PageImage, prepareTemplate, renderPage } from './html.js';
import { cardPagePolicy, pagePolicy } from './policy.js';
import { bindSiteFiles } from './site-files.js';
import { isGzip, isImmutable, listFiles } from './web-files.js';

const YEAR_SECONDS = 31_536_000;
const SECRET_ADDRESS = { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };

interface Page extends PageText {
  status: number;
  /** Path and query of the canonical URL; null if there is none. */
  path: string | null;
  card?: { path: string } & Omit<PageImage, 'url'>;
}

type PageDependencies = Pick<GatewayDependencies, 'clients' | 'metrics' | 'settings' | 'webRoot' | 'clock'>;

/** Serves the web app: its files, and its page with a head for each URL. */
export async function bindPages(fastify: FastifyInstance, deps: PageDependencies, unknown: RouteLabel): Promise<void> {
  const { settings, webRoot, metrics } = deps;
  const files = webRoot === null ? new Set<string>() : listFiles(webRoot);
  const label = (template: string) => ({ template, meter: metrics.requests('GET', template, 'Web') });
  const fileLabel = label('(file)');
  const send = pageSender(deps);
  await fastify.register(async (scope) => {
    await scope.register(helmet, pagePolicy(settings));
    await scope.register(fastifyStatic, { serve: false, preCompressed: true, index: false, cacheControl: false });
    scope.get('/', { config: { label: label('/') } }, (_request, reply) =>
      send(reply, { status: 200, path: '/', ...landingPage(settings.PRODUCT_NAME) }),
    );
    scope.get('/explore', { config: { label: label('/explore') } }, async (request, reply) =>
      send(reply, await exploreOrDrive(deps, request)),
    );
    scope.get<{ Params: { id: string } }>(
      '/drive-details/:id',
      { config: { label: label('/drive-details/{id}') } },
      async (request, reply) => send(reply, await driveOrMissing(deps, request, request.params.id)),
    );
    bindAccountPages(scope, deps, (template) => ({ config: { label: label(template) } }), send);
    bindCards(scope, deps);
    bindAdFrame(scope, settings, label(AD_FRAME));
    bindSiteFiles(scope, deps, fileLabel);
    scope.get('/*', { config: { label: label('(page)') } }, (request, reply) => {
      const path = pathOf(request);
      if (path.startsWith('/api/') || path === '/api') {
        request.exchange.label = unknown;
        throw new ProductError('unknownRoute');
      }
      if (webRoot === null || !files.has(path) || path === '/index.html')
        return send(reply, { status: 404, path: null, ...missingPage(settings.PRODUCT_NAME) });
      request.exchange.label = fileLabel;
      return sendFile(reply, webRoot, path, (request.query as RawQuery).text);
    });
  });
}

type Send = (reply: FastifyReply, page: Page) => FastifyReply;

/** Binds the pages of people and their accounts. */
function bindAccountPages(
  scope: FastifyInstance,
  deps: PageDependencies,
  labelled: (template: string) => { config: { label: RouteLabel } },
  send: Send,
): void {
  const product = deps.settings.PRODUCT_NAME;
  for (const path of Object.keys(PLAIN_PAGES) as PlainPath[]) {
    const policy = path === CARD_PAGE && { helmet: cardPagePolicy(deps.settings) };
    scope.get(path, { ...labelled(path), ...policy }, (_request, reply) =>
      send(reply, { status: 200, path, ...plainPage(product, path) }),
    );
  }
  for (const path of Object.keys(MAILED_PAGES) as MailedPath[])
    // The URL is secret: no referrer or cache may leak it.
    scope.get(`${path}/:id/:code`, labelled(`${path}/{id}/{code}`), (_request, reply) =>
      send(reply.headers(SECRET_ADDRESS), { status: 200, path: null, ...mailedPage(product, path) }),
    );
  scope.get(PROVIDER_PAGE, labelled(PROVIDER_PAGE), (_request, reply) =>
    send(reply.headers(SECRET_ADDRESS), { status: 200, path: null, ...providerPage(product) }),
  );
  // The drive may be private, so the page reveals nothing of it.
  scope.get(SECRET_PAGE, labelled(SECRET_PAGE), (_request, reply) =>
    send(reply.headers(SECRET_ADDRESS), { status: 200, path: null, ...plainDrivePage(product, 'A drive for you') }),
  );
  scope.get('/create/:id', labelled('/create/{id}'), (_request, reply) =>
    send(reply, { status: 200, ...plainPage(product, '/create'), path: null }),
  );
  scope.get<{ Params: { id: string } }>('/profile/:id', labelled('/profile/{id}'), async (request, reply) =>
    send(reply, await profileOrMissing(deps, request, request.params.id)),
  );
}

/** Returns the page of a profile, with the username only. */
async function profileOrMissing(
  { clients, settings }: PageDependencies,
  request: FastifyRequest,
  id: string,
): Promise<Page> {
  const missing = { path: null, ...missingPage(settings.PRODUCT_NAME) };
  if (id.length > 64 || id.includes('\0')) return { status: 404, ...missing };
  try {
    const { summary } = await clients.users.getSummary({ userId: id }, callOf(request, null));
    const { username } = present(summary, 'summary');
    return { status: 200, path: `/profile/${encodeURIComponent(id)}`, ...profilePage(settings.PRODUCT_NAME, username) };
  } catch (error) {
    return { status: toProductError(error).error === 'userNotFound' ? 404 : 503, ...missing };
  }
}

function pathOf(request: FastifyRequest): string {
  return `/${(request.params as { '*': string })['*']}`;
}

function sendFile(reply: FastifyReply, webRoot: string, path: string, query: string): FastifyReply {
  const keep = isImmutable(path, query) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, no-cache';
  reply.header('cache-control', keep);
  if (!path.endsWith('.pbf')) return reply.sendFile(path, webRoot);
  if (isGzip(join(webRoot, path))) reply.header('content-encoding', 'gzip');
  return reply.type('application/x-protobuf').sendFile(path, webRoot, { contentType: false });
}

function pageSender({ settings, webRoot }: PageDependencies): Send {
  const template = prepareTemplate(webRoot === null ? BARE_PAGE : readFileSync(join(webRoot, 'index.html'), 'utf8'));
  const { PUBLIC_URL, PRODUCT_NAME: product } = settings;
  return (reply, { status, path, card, title, description }) => {
    const canonical = path === null ? null : PUBLIC_URL + path;
    const image = card ? { ...card, url: PUBLIC_URL + card.path } : null;
    const styleNonce = (reply.cspNonce as FastifyReply['cspNonce'] | null)?.style ?? null;
    const html = renderPage(template, { title, description, product, canonical, image, styleNonce });
    if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
    return reply.code(status).type('text/html; charset=utf-8').send(html);
  };
}

async function exploreOrDrive(deps: PageDependencies, request: FastifyRequest): Promise<Page> {
  const drive = driveAskedFor((request.query as RawQuery).text);
  if (drive !== undefined) return driveOrMissing(deps, request, drive);
  return { status: 200, path: '/explore', ...explorePage(deps.settings.PRODUCT_NAME) };
}

/** Returns the drive named in an explore URL; a URL that cannot be decoded names none, and still gets the app. */
function driveAskedFor(query: string): string | undefined {
  try {
    const { drive } = decodeQuery(query);
    return typeof drive === 'string' && drive !== '' ? drive : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the page of a public drive; missing and private drives look the same. */
async function driveOrMissing(
  { clients, settings }: PageDependencies,
  request: FastifyRequest,
  id: string,
): Promise<Page> {
  const generic = { path: null, ...explorePage(settings.PRODUCT_NAME) };
  if (id.length > 64 || id.includes('\0')) return { status: 404, ...generic };
  try {
    const { drives } = await clients.drives.getSummaries({ ids: [id] }, callOf(request, null));
    const drive = drives.find((candidate) => candidate.id === id);
    if (!drive) return { status: 404, ...generic };
    const path = `/drive-details/${encodeURIComponent(id)}`;
    const card = cardOf(drive, settings.PRODUCT_NAME);
    return { status: 200, path, card, ...drivePage(settings.PRODUCT_NAME, drive) };
  } catch (error) {
    if (toProductError(error).error === 'driveNotFound') return { status: 404, ...generic };
    return { status: 503, ...generic };
  }
}
