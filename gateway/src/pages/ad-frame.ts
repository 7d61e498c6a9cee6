import { AD_FRAME } from '@switchback/contracts/rules/ads';
import type { Settings } from '@switchback/platform/config/settings';
import { escapeXml } from '@switchback/geo/formats/xml';
import type { FastifyInstance, RouteShorthandOptions } from 'fastify';

/**
 * Policy of a page isolated from the site, even if opened directly: the provider may load anything from anywhere, but
 * cannot access this site's data.
 */
const POLICY = [
  "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; default-src 'none'",
  "script-src https: 'unsafe-inline'; style-src https: 'unsafe-inline'; img-src https: data:; font-src https: data:",
  "media-src https:; connect-src https:; frame-src https:; base-uri 'none'; frame-ancestors 'self'",
].join('; ');

/** Serves the page for an ad provider's script, if one is configured. */
export function bindAdFrame(scope: FastifyInstance, settings: Settings, options: RouteShorthandOptions): void {
  const script = settings.ADS_SCRIPT_URL;
  if (script === undefined || settings.ADS === 'off') return;
  const page = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Advertisement</title>',
    '<meta name="color-scheme" content="light dark"><style>body{margin:0}</style></head>',
    `<body><div id="ad"></div><script async src="${escapeXml(script)}"></script></body></html>`,
  ].join('');
  scope.get(AD_FRAME, options, (_request, reply) =>
    reply
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .header('cache-control', 'public, max-age=300')
      .type('text/html; charset=utf-8')
      .send(page),
  );
}
