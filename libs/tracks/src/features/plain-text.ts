import { decodeHTMLStrict } from 'entities';

/**
 * Removes or replaces characters that databases and screens cannot handle: control characters except line breaks and
 * tabs, and lone surrogates.
 */
function cleaned(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/\p{Cc}/gu, (character) => (/[\t\n\r]/.test(character) ? character : ''));
}

/** Collapses white space to single spaces, on one line. */
export function oneLine(text: string): string {
  return cleaned(text).replace(/\s+/g, ' ').trim();
}

/** Keeps paragraphs: \n as line ends, at most one empty line between, no white space at the ends. */
export function paragraphs(text: string): string {
  return cleaned(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Cuts a text to a length in UTF-16 units, never inside a surrogate pair. */
export function cutText(text: string, max: number): string {
  return text.length <= max
    ? text
    : text
        .slice(0, max)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd();
}

/** A raw text of a file. */
interface FileText {
  value: string;
  /** Programs write HTML into CDATA sections. */
  hasCdata: boolean;
}

/** Markup that people do not type into a plain text. */
const HTML = /<(?:p|br|div|a|img|ul|ol|li|table|tr|td|h[1-6]|span|font|html|body|style|script)\b[^<>]*>/i;

/**
 * Extracts text from a KML or GPX description, HTML or plain: drops tags, turns block ends into line breaks, resolves
 * character references. In a plain text "<b>" is kept literally.
 */
export function textOfMarkup({ value, hasCdata }: FileText): string {
  const text = hasCdata || HTML.test(value) ? withoutTags(value) : value;
  return paragraphs(decodeHTMLStrict(text));
}

/** Does the same as {@link textOfMarkup}, on one line. */
export function titleOfMarkup(text: FileText): string {
  return oneLine(textOfMarkup(text));
}

function withoutTags(markup: string): string {
  return markup
    .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1>/gi, '')
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(/<!--|-->|<\/?[a-z][^<>]*>/gi, ' ');
}
