import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { GatewaySettings } from '../gateway-parts.js';

/** Hosts Google Maps needs: https://developers.google.com/maps/documentation/javascript/content-security-policy */
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

/** Hosts beside this one, by what may be loaded from them. */
interface Outside {
  scripts: readonly string[];
  styles: readonly string[];
  images: readonly string[];
  connections: readonly string[];
  fonts: readonly string[];
  frames: readonly string[];
}

/**
 * What pages may load: this product and nothing else, beside the map a person has configured. A map style may name
 * tiles of any host, so a style of another host opens the way for pictures and data over https.
 */
export function pagePolicy(settings: GatewaySettings): FastifyHelmetOptions {
  const google = settings.GOOGLE_MAPS_API_KEY ? GOOGLE : undefined;
  const styles = [settings.MAP_STYLE_ROADMAP, settings.MAP_STYLE_TERRAIN, settings.MAP_STYLE_SATELLITE];
  const hosts = styles.some((style) => style && !style.startsWith('/')) ? ['https:'] : [];
  const plain = styles.flatMap((style) => (style?.startsWith('http:') ? [new URL(style).origin] : []));
  const outside = {
    scripts: google?.scripts ?? [],
    // Google Maps writes style elements of its own, without a nonce.
    styles: google ? ["'unsafe-inline'", ...google.styles] : [],
    images: [...hosts, ...plain, ...(google?.images ?? [])],
    connections: [...hosts, ...plain, ...(google?.connections ?? [])],
    fonts: google?.fonts ?? [],
    frames: [...(google?.frames ?? []), ...(settings.ADS_SCRIPT_URL ? ["'self'"] : [])],
  };
  return { ...policyOf(settings, outside), enableCSPNonces: !google };
}

/**
 * Of the page where cards are entered: the provider that takes their numbers, so that we never see one, and nobody else.
 * The sandbox is the product itself.
 */
export function cardPagePolicy(settings: GatewaySettings): FastifyHelmetOptions {
  const site = settings.CHARGEBEE_SITE;
  if (!site) return pagePolicy(settings);
  const provider = ['https://js.chargebee.com', `https://${site}.chargebee.com`];
  const [scripts, connections, frames] = [provider, provider, provider];
  const outside = { scripts, connections, frames, styles: [], images: [], fonts: [] };
  return { ...policyOf(settings, outside), enableCSPNonces: true };
}

function policyOf(settings: GatewaySettings, outside: Outside): FastifyHelmetOptions {
  const secure = settings.PUBLIC_URL.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...outside.scripts],
        // The app's own <style> elements carry the nonce of the page.
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
    // Hosts below ours are not ours to decide for.
    strictTransportSecurity: secure && { maxAge: YEAR_SECONDS, includeSubDomains: false },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: secure,
    originAgentCluster: secure,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  };
}
