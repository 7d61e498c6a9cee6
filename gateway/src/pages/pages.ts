import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import { Inject, Injectable } from '@nestjs/common';
import { AD_FRAME } from '@switchback/contracts/rules/ads';
import { COLLECTION_PAGE, COLLECTIONS_PAGE, SECRET_COLLECTION_PAGE } from '@switchback/contracts/rules/collections';
import {
  CARD_PAGE,
  collectionPage,
  collectionsPage,
  drivePage,
  explorePage,
  landingPage,
  MAILED_PAGES,
  mailedPage,
  type MailedPath,
  missingPage,
  type PageText,
  plainCollectionPage,
  plainDrivePage,
  PROVIDER_PAGE,
  providerPage,
  profilePage,
} from '@switchback/contracts/rules/pages';
import { GUIDE_PAGE, guidePage, PLAN_GUIDE_PAGE, TRIP_GUIDE_PAGE } from '@switchback/contracts/rules/guide';
import { PLAIN_PAGES, plainPage, type PlainPath } from '@switchback/contracts/rules/plain-pages';
import { SECRET_PAGE } from '@switchback/contracts/rules/secret-links';
import type { Settings } from '@switchback/platform/config/settings';
import { ProductError } from '@switchback/platform/errors';
import { SETTINGS } from '@switchback/platform/nest/tokens';
import type { Metrics } from '@switchback/platform/telemetry/metrics';
import { present } from '@switchback/platform/wire/values';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RETRY_AFTER_SECONDS, toProductError } from '../http/errors.js';
import { callOf, type RouteLabel } from '../http/exchange.js';
import { decodeQuery, type RawQuery } from '../http/query-string.js';
import { METRICS } from '../http/tokens.js';
import { CLIENTS, type Clients } from '../services/clients.js';
import { bindAdFrame } from './ad-frame.js';
import { bindCards, cardOf } from './card.js';
import { BARE_PAGE, type InlineHashes, inlineHashes, type PageImage, prepareTemplate, renderPage } from './html.js';
import { cardPagePolicy, pagePolicy } from './policy.js';
import { SiteFiles } from './site-files.js';
import { isGzip, isImmutable, listFiles, WEB_ROOT } from './web-files.js';

const YEAR_SECONDS = 31_536_000;
const SECRET_ADDRESS = { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };

interface Page extends PageText {
  status: number;
  /** Path and query of the canonical URL; null if there is none. */
  path: string | null;
  card?: { path: string } & Omit<PageImage, 'url'>;
}

/** Serves the web app: its files, and its page with a head for each URL. */
@Injectable()
export class Pages {
  readonly #product: string;
  /** HTML that each page completes with its head. */
  readonly #template: string;
  readonly #inline: InlineHashes;

  constructor(
    @Inject(CLIENTS) private readonly clients: Clients,
    @Inject(METRICS) private readonly metrics: Metrics,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(WEB_ROOT) private readonly webRoot: string | null,
    private readonly siteFiles: SiteFiles,
  ) {
    this.#product = settings.PRODUCT_NAME;
    this.#template = prepareTemplate(webRoot === null ? BARE_PAGE : readFileSync(join(webRoot, 'index.html'), 'utf8'));
    this.#inline = inlineHashes(this.#template);
  }

  /** @param unknown the label of requests for paths of the API that do not exist. */
  async bind(fastify: FastifyInstance, unknown: RouteLabel): Promise<void> {
    const { settings, webRoot } = this;
    const files = webRoot === null ? new Set<string>() : listFiles(webRoot);
    const { label: fileLabel } = this.#labeled('(file)').config;
    await fastify.register(async (scope) => {
      await scope.register(helmet, pagePolicy(settings, this.#inline));
      await scope.register(fastifyStatic, { serve: false, preCompressed: true, index: false, cacheControl: false });
      this.#bindDrivePages(scope);
      this.#bindCollectionPages(scope);
      this.#bindAccountPages(scope);
      bindCards(scope, this.metrics, this.clients.drives);
      bindAdFrame(scope, settings, this.#labeled(AD_FRAME));
      this.siteFiles.bind(scope, fileLabel);
      scope.get('/*', this.#labeled('(page)'), (request, reply) => {
        const path = pathOf(request);
        if (path.startsWith('/api/') || path === '/api') {
          request.exchange.label = unknown;
          throw new ProductError('unknownRoute');
        }
        if (webRoot === null || !files.has(path) || path === '/index.html')
          return this.#send(reply, { status: 404, path: null, ...missingPage(this.#product) });
        request.exchange.label = fileLabel;
        return sendFile(reply, webRoot, path, (request.query as RawQuery).text);
      });
    });
  }

  #labeled(template: string): { config: { label: RouteLabel } } {
    return { config: { label: { template, meter: this.metrics.requests('GET', template, 'Web') } } };
  }

  /** Binds the landing page and the pages of drives. */
  #bindDrivePages(scope: FastifyInstance): void {
    scope.get('/', this.#labeled('/'), (_request, reply) =>
      this.#send(reply, { status: 200, path: '/', ...landingPage(this.#product) }),
    );
    scope.get('/explore', this.#labeled('/explore'), async (request, reply) =>
      this.#send(reply, await this.#exploreOrDrive(request)),
    );
    scope.get<{ Params: { id: string } }>(
      '/drive-details/:id',
      this.#labeled('/drive-details/{id}'),
      async (request, reply) => this.#send(reply, await this.#driveOrMissing(request, request.params.id)),
    );
    for (const path of [`${GUIDE_PAGE}/:id`, `${TRIP_GUIDE_PAGE}/:id/:day`, PLAN_GUIDE_PAGE]) {
      scope.get(path, this.#labeled(path.replaceAll(/:(\w+)/g, '{$1}')), (_request, reply) =>
        this.#send(reply, { status: 200, path: null, ...guidePage(this.#product) }),
      );
    }
  }

  #bindCollectionPages(scope: FastifyInstance): void {
    const product = this.#product;
    scope.get<{ Params: { id: string } }>(
      `${COLLECTION_PAGE}/:id`,
      this.#labeled(`${COLLECTION_PAGE}/{id}`),
      async (request, reply) => this.#send(reply, await this.#collectionOrMissing(request, request.params.id)),
    );
    scope.get(COLLECTIONS_PAGE, this.#labeled(COLLECTIONS_PAGE), (_request, reply) =>
      this.#send(reply, { status: 200, path: null, ...collectionsPage(product) }),
    );
    scope.get(SECRET_COLLECTION_PAGE, this.#labeled(SECRET_COLLECTION_PAGE), (_request, reply) =>
      this.#send(reply.headers(SECRET_ADDRESS), {
        status: 200,
        path: null,
        ...plainCollectionPage(product, 'A collection for you'),
      }),
    );
  }

  /** Binds the pages of people and their accounts. */
  #bindAccountPages(scope: FastifyInstance): void {
    const product = this.#product;
    for (const path of Object.keys(PLAIN_PAGES) as PlainPath[]) {
      const policy = path === CARD_PAGE && { helmet: cardPagePolicy(this.settings, this.#inline) };
      scope.get(path, { ...this.#labeled(path), ...policy }, (_request, reply) =>
        this.#send(reply, { status: 200, path, ...plainPage(product, path) }),
      );
    }
    for (const path of Object.keys(MAILED_PAGES) as MailedPath[])
      // The URL is secret: no referrer or cache may leak it.
      scope.get(`${path}/:id/:code`, this.#labeled(`${path}/{id}/{code}`), (_request, reply) =>
        this.#send(reply.headers(SECRET_ADDRESS), { status: 200, path: null, ...mailedPage(product, path) }),
      );
    scope.get(PROVIDER_PAGE, this.#labeled(PROVIDER_PAGE), (_request, reply) =>
      this.#send(reply.headers(SECRET_ADDRESS), { status: 200, path: null, ...providerPage(product) }),
    );
    // The drive may be private, so the page reveals nothing of it.
    scope.get(SECRET_PAGE, this.#labeled(SECRET_PAGE), (_request, reply) =>
      this.#send(reply.headers(SECRET_ADDRESS), {
        status: 200,
        path: null,
        ...plainDrivePage(product, 'A drive for you'),
      }),
    );
    scope.get('/create/:id', this.#labeled('/create/{id}'), (_request, reply) =>
      this.#send(reply, { status: 200, ...plainPage(product, '/create'), path: null }),
    );
    scope.get<{ Params: { id: string } }>('/profile/:id', this.#labeled('/profile/{id}'), async (request, reply) =>
      this.#send(reply, await this.#profileOrMissing(request, request.params.id)),
    );
  }

  #send(reply: FastifyReply, { status, path, card, title, description }: Page): FastifyReply {
    const { PUBLIC_URL } = this.settings;
    const canonical = path === null ? null : PUBLIC_URL + path;
    const image = card ? { ...card, url: PUBLIC_URL + card.path } : null;
    const styleNonce = (reply.cspNonce as FastifyReply['cspNonce'] | null)?.style ?? null;
    const head = { title, description, product: this.#product, canonical, image, styleNonce };
    if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
    return reply.code(status).type('text/html; charset=utf-8').send(renderPage(this.#template, head));
  }

  /** Returns the page of a profile, with the username only. */
  async #profileOrMissing(request: FastifyRequest, id: string): Promise<Page> {
    const missing = { path: null, ...missingPage(this.#product) };
    if (id.length > 64 || id.includes('\0')) return { status: 404, ...missing };
    try {
      const { summary } = await this.clients.users.getSummary({ userId: id }, callOf(request, null));
      const { username } = present(summary, 'summary');
      return { status: 200, path: `/profile/${encodeURIComponent(id)}`, ...profilePage(this.#product, username) };
    } catch (error) {
      return { status: toProductError(error).error === 'userNotFound' ? 404 : 503, ...missing };
    }
  }

  /** Returns the page of a public collection; missing and private ones look the same. */
  async #collectionOrMissing(request: FastifyRequest, id: string): Promise<Page> {
    const generic = { path: null, ...plainCollectionPage(this.#product, 'Collection') };
    if (id.length > 64 || id.includes('\0')) return { status: 404, ...generic };
    try {
      const { collection } = await this.clients.drives.getCollection({ id }, callOf(request, null));
      const { name } = present(collection, 'collection');
      const path = `${COLLECTION_PAGE}/${encodeURIComponent(id)}`;
      return { status: 200, path, ...collectionPage(this.#product, name) };
    } catch (error) {
      return { status: toProductError(error).error === 'collectionNotFound' ? 404 : 503, ...generic };
    }
  }

  async #exploreOrDrive(request: FastifyRequest): Promise<Page> {
    const drive = driveAskedFor((request.query as RawQuery).text);
    if (drive !== undefined) return this.#driveOrMissing(request, drive);
    return { status: 200, path: '/explore', ...explorePage(this.#product) };
  }

  /** Returns the page of a public drive; missing and private drives look the same. */
  async #driveOrMissing(request: FastifyRequest, id: string): Promise<Page> {
    const generic = { path: null, ...explorePage(this.#product) };
    if (id.length > 64 || id.includes('\0')) return { status: 404, ...generic };
    try {
      const { drives } = await this.clients.drives.getSummaries({ ids: [id] }, callOf(request, null));
      const drive = drives.find((candidate) => candidate.id === id);
      if (!drive) return { status: 404, ...generic };
      const path = `/drive-details/${encodeURIComponent(id)}`;
      return { status: 200, path, card: cardOf(drive, this.#product), ...drivePage(this.#product, drive) };
    } catch (error) {
      return { status: toProductError(error).error === 'driveNotFound' ? 404 : 503, ...generic };
    }
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

/** Returns the drive named in an explore URL; a URL that cannot be decoded names none, and still gets the app. */
function driveAskedFor(query: string): string | undefined {
  try {
    const { drive } = decodeQuery(query);
    return typeof drive === 'string' && drive !== '' ? drive : undefined;
  } catch {
    return undefined;
  }
}
