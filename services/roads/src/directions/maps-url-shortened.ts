/** Hosts of short links, which hold only a reference and would have to be fetched. */
const HOSTS =
  /(?:^|\.)(?:maps\.app\.goo\.gl|goo\.gl|g\.co|share\.google|bit\.ly|j\.mp|apple\.co|osm\.org|maps\.apple|her\.is|kurv\.gr|t\.co|tinyurl\.com|is\.gd|v\.gd|ow\.ly|t\.ly|rb\.gy|cutt\.ly|lnkd\.in|aka\.ms|binged\.it|mapq\.st|go\.2gis\.com|waze\.to|fb\.me|page\.link|app\.link|onelink\.to|shorturl\.at|tiny\.cc|rebrand\.ly|kko\.to|naver\.me)$/;
/** Short links on the hosts of planners. */
const PATHS: readonly (readonly [hosts: RegExp, path: RegExp])[] = [
  [/(?:^|\.)yandex(?:\.[a-z]{2,3}){1,2}$/, /^\/maps\/-\//],
  [/(?:^|\.)mapy\.(?:com|cz)$/, /^\/s\//],
  [/(?:^|\.)google(?:\.[a-z]{2,3}){1,2}$/, /^\/maps\/app\//],
  [/(?:^|\.)waze\.com$/, /^\/ul\/h/],
];
const SHORT_HOST_MAX = 10;

/** Returns whether an address looks like a short link: of a known service, or a short host and one random word. */
export function isShortened({ hostname, pathname, search }: URL): boolean {
  if (HOSTS.test(hostname) || PATHS.some(([hosts, path]) => hosts.test(hostname) && path.test(pathname))) return true;
  const [, word] = /^\/([\da-z]{4,12})\/?$/i.exec(pathname) ?? [];
  const isRandom = word !== undefined && /[a-z]/i.test(word) && /\d|[a-z][A-Z]/.test(word);
  return isRandom && search === '' && hostname.replace(/^www\./, '').length <= SHORT_HOST_MAX;
}
