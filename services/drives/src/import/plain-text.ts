import { decodeHTMLStrict } from 'entities';

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

/** A text as it stood in a file. */
interface FileText {
  value: string;
  /** Programs write HTML into CDATA sections. */
  hasCdata: boolean;
}

/** Markup that no person writes by hand into a plain text. */
const HTML = /<(?:p|br|div|a|img|ul|ol|li|table|tr|td|h[1-6]|span|font|html|body|style|script)\b[^<>]*>/i;

/**
 * Text out of what KML and GPX carry as a description, HTML or plain: tags dropped, block ends as line breaks, references to
 * characters resolved. In a plain text "<b>" stands for itself.
 */
export function textOfMarkup({ value, hasCdata }: FileText): string {
  const text = hasCdata || HTML.test(value) ? withoutTags(value) : value;
  return paragraphs(decodeHTMLStrict(text));
}

/** The same in one line. */
export function titleOfMarkup(text: FileText): string {
  return oneLine(textOfMarkup(text));
}

function withoutTags(markup: string): string {
  return markup
    .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1>/gi, '')
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(/<!--|-->|<\/?[a-z][^<>]*>/gi, ' ');
}
