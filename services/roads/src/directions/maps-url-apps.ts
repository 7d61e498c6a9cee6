/** Pages that stand for the addresses of apps, by scheme; the rest of the address follows. */
const APPS: Readonly<Record<string, string>> = {
  comgooglemaps: 'https://www.google.com/',
  'comgooglemaps-x-callback': 'https://www.google.com/',
  comgooglemapsurl: 'https://www.google.com/',
  googlemaps: 'https://www.google.com/',
  'google.navigation': 'https://www.google.com/',
  geo: 'https://www.google.com/',
  map: 'https://maps.apple.com/',
  maps: 'https://maps.apple.com/',
  waze: 'https://www.waze.com/',
  om: 'https://omaps.app/',
  cm: 'https://omaps.app/',
  ge0: 'https://omaps.app/',
  mapsme: 'https://omaps.app/',
  mapswithme: 'https://omaps.app/',
  organicmaps: 'https://omaps.app/',
  yandexmaps: 'https://yandex.com/',
  yandexnavi: 'https://yandex.com/',
  bingmaps: 'https://www.bing.com/',
  'here-route': 'https://share.here.com/r/',
  'here.directions': 'https://share.here.com/',
  citymapper: 'https://citymapper.com/',
  transit: 'https://transitapp.com/',
  dgis: 'https://2gis.ru/',
  moovit: 'https://moovit.com/',
  'osmand.api': 'https://osmand.net/',
  'osmand.navigation': 'https://osmand.net/',
};

const SCHEMES = [...Object.keys(APPS), 'intent', 'android-app'].map((scheme) => scheme.replaceAll('.', '\\.'));
/** Where an address may begin within a text. */
export const ADDRESS_START = new RegExp(
  `https?://|(?<![\\w/.])www\\.|(?<![\\w.+-])(?:${SCHEMES.join('|')}):(?=\\S)`,
  'gi',
);

/** Returns the pages that an address of a web page, an app or an Android intent stands for; none for other schemes. */
export function pagesOf(address: string): URL[] {
  // "maps.example.com:8080/…" has a port, not a scheme.
  const [, scheme, rest] = /^([a-z][a-z\d+.-]*):(?!\d+(?:\/|$))(.*)$/is.exec(address) ?? [];
  if (scheme === undefined) return parse(`https://${address}`);
  const app = APPS[scheme.toLowerCase()];
  if (app !== undefined) return parse(app + queryOf(rest!.replace(/^\/{1,3}/, '')));
  if (/^android-app$/i.test(scheme)) return parse(rest!.replace(/^\/\/[^/]+\/(https?)\//i, '$1://'));
  return /^intent$/i.test(scheme) ? intentPages(rest!) : parse(address);
}

/** `intent://host/path#Intent;scheme=https;S.browser_fallback_url=…;end` */
function intentPages(rest: string): URL[] {
  const [target = '', extras = ''] = rest.split('#Intent;');
  const [, scheme = 'https'] = /(?:^|;)scheme=([^;]+)/i.exec(extras) ?? [];
  const [, fallback = ''] = /(?:^|;)S\.browser_fallback_url=([^;]+)/i.exec(extras) ?? [];
  const isNested = /^intent$/i.test(scheme);
  return [...(isNested ? [] : pagesOf(`${scheme}:${target}`)), ...parse(decoded(fallback))];
}

/** `maps:saddr=…` has the parameters without a question mark. */
function queryOf(rest: string): string {
  return /^[\w-]+=/.test(rest) ? `?${rest}` : rest;
}

function parse(address: string): URL[] {
  if (!URL.canParse(address)) return [];
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? [url] : [];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
