import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { Settings } from '@switchback/platform/config/settings';
import { escapeXml } from '@switchback/geo/formats/xml';
import type { Metrics } from '@switchback/platform/telemetry/metrics';
import type { FastifyInstance } from 'fastify';
import { inlineHashes } from '../pages/html.js';
import { pagePolicy } from '../pages/policy.js';
import { openApiDocument } from './document.js';

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Disables the validator, a third-party service. */
const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });\n`;

/**
 * Serves the contract at `/api/openapi.json`, and its documentation at `/api/docs`, which loads nothing from elsewhere.
 */
export async function bindDocs(fastify: FastifyInstance, metrics: Metrics, settings: Settings): Promise<void> {
  const label = { template: '/api/docs', meter: metrics.requests('GET', '/api/docs', 'Product') };
  const config = { label };
  const document = JSON.stringify(openApiDocument(settings.PRODUCT_NAME, settings.PUBLIC_URL));
  fastify.get('/api/openapi.json', { config: { label: { ...label, template: '/api/openapi.json' } } }, (_, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  const root = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const page = docsPage(settings.PRODUCT_NAME);
  await fastify.register(async (scope) => {
    await scope.register(helmet, pagePolicy(settings, inlineHashes(page)));
    await scope.register(fastifyStatic, { serve: false, index: false, root, cacheControl: false });
    scope.get('/api/docs', { config }, (_, reply) => reply.type('text/html; charset=utf-8').send(page));
    scope.get('/api/docs/start.js', { config }, (_, reply) => reply.type('text/javascript; charset=utf-8').send(START));
    for (const file of FILES) scope.get(`/api/docs/${file}`, { config }, (_, reply) => reply.sendFile(file));
  });
}

function docsPage(productName: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeXml(productName)} - API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
    <link rel="icon" href="/api/docs/favicon-32x32.png">
  </head>
  <body>
    <main id="docs"></main>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;
}
