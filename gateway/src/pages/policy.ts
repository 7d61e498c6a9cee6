import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Settings } from '@switchback/platform/config/settings';
import type { InlineHashes } from './html.js';

/** Hosts for Google Maps: https://developers.google.com/maps/documentation/javascript/content-security-policy */
const GOOGLE = {
  scripts: ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com', 'blob:'],
  images: [
    'https://*.googleapis.com',
    'https://*.gstatic.com',
    'https://*.google.com',
    'https://*.googleusercontent.com',
  ],
  connections: ['https://*.googleapis.com', 'https://*.google.com', 'https://*.gstatic.com', 'data:', 'blob:'],
  fonts: ['https://fonts.gstatic.com'],
  styles: ['https://fonts.googleapis.com'],
  frames: ['https://*.google.com'],
};

const YEAR_SECONDS = 31_536_000;

/** External hosts, by the type of resource that may be loaded from them, and hashes of the page's own elements. */
interface Outside {
  scripts: readonly string[];
  styles: readonly string[];
  images: readonly string[];
  connections: readonly string[];
  fonts: readonly string[];
  frames: readonly string[];
}

/**
 * Returns the policy of pages: they may load this product and the configured map, nothing else. A map style may name
 * tiles on any host, so an external style allows pictures and data over https from everywhere.
 */
export function pagePolicy(settings: Settings, inline: InlineHashes): FastifyHelmetOptions {
  const google = settings.GOOGLE_MAPS_API_KEY ? GOOGLE : undefined;
  const styles = [settings.MAP_STYLE_ROADMAP, settings.MAP_STYLE_TERRAIN, settings.MAP_STYLE_SATELLITE];
  const hosts = styles.some((style) => style && !style.startsWith('/')) ? ['https:'] : [];
  const plain = styles.flatMap((style) => (style?.startsWith('http:') ? [new URL(style).origin] : []));
  const outside = {
    scripts: [...inline.scripts, ...(google?.scripts ?? [])],
    // Google Maps adds style elements without a nonce; a hash would forbid these.
    styles: google ? ["'unsafe-inline'", ...google.styles] : inline.styles,
    images: [...hosts, ...plain, ...(google?.images ?? [])],
    connections: [...hosts, ...plain, ...(google?.connections ?? [])],
    fonts: google?.fonts ?? [],
    frames: [...(google?.frames ?? []), ...(settings.ADS_SCRIPT_URL ? ["'self'"] : [])],
  };
  return { ...policyOf(settings, outside), enableCSPNonces: !google };
}

/**
 * Returns the policy of the card entry page: only the payment provider, which receives the card numbers so that we
 * never do. In the sandbox, the product itself is the provider.
 */
export function cardPagePolicy(settings: Settings, inline: InlineHashes): FastifyHelmetOptions {
  const site = settings.CHARGEBEE_SITE;
  if (!site) return pagePolicy(settings, inline);
  const provider = ['https://js.chargebee.com', `https://${site}.chargebee.com`];
  const [scripts, connections, frames] = [[...inline.scripts, ...provider], provider, provider];
  const outside = { scripts, connections, frames, styles: inline.styles, images: [], fonts: [] };
  return { ...policyOf(settings, outside), enableCSPNonces: true };
}

function policyOf(settings: Settings, outside: Outside): FastifyHelmetOptions {
  const secure = settings.PUBLIC_URL.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...outside.scripts],
        // The app's own <style> elements carry the page's nonce.
        styleSrc: ["'self'", ...outside.styles],
        imgSrc: ["'self'", 'data:', 'blob:', ...outside.images],
        connectSrc: ["'self'", ...outside.connections],
        fontSrc: ["'self'", 'data:', ...outside.fonts],
        frameSrc: outside.frames.length > 0 ? [...outside.frames] : ["'none'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Subdomains are up to the operator.
    strictTransportSecurity: secure && { maxAge: YEAR_SECONDS, includeSubDomains: false },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: secure,
    originAgentCluster: secure,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  };
}
