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

/**
 * What pages may load: this product and nothing else, beside the map a person has configured. A map style may name
 * tiles of any host, so a style of another host opens the way for pictures and data over https.
 */
export function pagePolicy(settings: GatewaySettings): FastifyHelmetOptions {
  const google = settings.GOOGLE_MAPS_API_KEY ? GOOGLE : undefined;
  // What takes the card numbers, so that we never see one.
  const payments = settings.CHARGEBEE_SITE
    ? ['https://js.chargebee.com', `https://${settings.CHARGEBEE_SITE}.chargebee.com`]
    : [];
  const styles = [settings.MAP_STYLE_ROADMAP, settings.MAP_STYLE_TERRAIN, settings.MAP_STYLE_SATELLITE];
  const hosts = styles.some((style) => style && !style.startsWith('/')) ? ['https:'] : [];
  const plain = styles.flatMap((style) => (style?.startsWith('http:') ? [new URL(style).origin] : []));
  const hasFrames = google !== undefined || settings.ADS_SCRIPT_URL !== undefined || payments.length > 0;
  const secure = settings.PUBLIC_URL.startsWith('https:');
  return {
    enableCSPNonces: !google,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...payments, ...(google?.scripts ?? [])],
        // The app's own <style> elements carry the nonce of the page. Google Maps writes its own without one.
        styleSrc: ["'self'", ...(google ? ["'unsafe-inline'", ...google.styles] : [])],
        imgSrc: ["'self'", 'data:', 'blob:', ...hosts, ...plain, ...(google?.images ?? [])],
        connectSrc: ["'self'", ...hosts, ...plain, ...payments, ...(google?.connections ?? [])],
        fontSrc: ["'self'", 'data:', ...(google?.fonts ?? [])],
        frameSrc: [
          ...payments,
          ...(google?.frames ?? []),
          ...(settings.ADS_SCRIPT_URL ? ["'self'"] : []),
          ...(hasFrames ? [] : ["'none'"]),
        ],
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
