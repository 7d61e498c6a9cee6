/** The readable content of a mail. */
export interface MailText {
  to: string;
  subject: string;
  date: string;
  text: string;
}

const ENCODED_WORD = /=\?utf-8\?([bq])\?([^?]*)\?=(?:\r?\n?\s+(?==\?))?/gi;

/**
 * Parses the plain text of a mail written by our own mailer: one part, or `multipart/alternative` with the text first.
 * Not a general mail parser.
 */
export function readMailFile(source: string): MailText {
  const { headers, body } = split(source);
  const [, boundary] = /boundary="?([^";\r\n]+)"?/i.exec(headers.get('content-type') ?? '') ?? [];
  const part = boundary === undefined ? { headers, body } : split(firstPart(body, boundary));
  return {
    to: words(headers.get('to')),
    subject: words(headers.get('subject')),
    date: words(headers.get('date')),
    text: decode(part.body, part.headers.get('content-transfer-encoding')),
  };
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

function split(source: string): Part {
  const [, head = '', body = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(source) ?? [];
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body };
}

function firstPart(body: string, boundary: string): string {
  const [, part = ''] = body.split(`--${boundary}`);
  return part.replace(/^\r?\n/, '');
}

function words(header = ''): string {
  return header.replace(ENCODED_WORD, (_, encoding: string, text: string) =>
    encoding.toLowerCase() === 'b' ? fromBase64(text) : fromQuoted(text.replaceAll('_', ' ')),
  );
}

function decode(text: string, encoding = ''): string {
  if (encoding.toLowerCase() === 'base64') return fromBase64(text);
  return encoding.toLowerCase() === 'quoted-printable' ? fromQuoted(text) : text;
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8');
}

function fromQuoted(text: string): string {
  const joined = text.replace(/=\r?\n/g, '');
  const bytes = joined.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
