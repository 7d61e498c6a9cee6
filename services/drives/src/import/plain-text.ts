/** Without what databases and screens cannot take: control characters but line breaks and tabs, halves of surrogate pairs. */
function cleaned(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/\p{Cc}/gu, (character) => (/[\t\n\r]/.test(character) ? character : ''));
}

/** One line: runs of white space become a space. */
export function oneLine(text: string): string {
  return cleaned(text).replace(/\s+/g, ' ').trim();
}

/** Paragraphs kept: line ends as \n, at most one empty line between, no white space at the ends. */
export function paragraphs(text: string): string {
  return cleaned(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The text cut to a length in UTF-16 units, never through the middle of a character. */
export function cutText(text: string, max: number): string {
  return text.length <= max
    ? text
    : text
        .slice(0, max)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd();
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Text out of a fragment of HTML, as KML and GPX descriptions carry it: tags dropped, block ends as line breaks. */
export function textOfMarkup(markup: string): string {
  const text = markup
    .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1>/gi, '')
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(/<!--|-->|<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,6});/gi, (whole, name: string) => decodeEntity(name) ?? whole);
  return paragraphs(text);
}

function decodeEntity(name: string): string | undefined {
  if (!name.startsWith('#')) {
    return ENTITIES[name.toLowerCase()];
  }
  const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
