import { StreamableFile } from '@nestjs/common';
import { fileName } from '@switchback/platform/formats/file-name';
import type { Readable } from 'node:stream';

const NAME_MAX = 100;

interface Attachment {
  /** Name of the file, without its extension. */
  name: string;
  extension: string;
  /** Name if the file's own has no character that a file name may contain. */
  fallback: string;
  /** Media type of a text in UTF-8. */
  type: string;
}

/** Returns a text as a downloadable file. */
export function attachmentOf(text: string | Readable, { name, extension, fallback, type }: Attachment): StreamableFile {
  const options = {
    type: `${type}; charset=utf-8`,
    disposition: disposition(fileName(name, extension, fallback), `${writable(name) || fallback}.${extension}`),
  };
  return typeof text === 'string' ? new StreamableFile(Buffer.from(text), options) : new StreamableFile(text, options);
}

/**
 * Removes the characters that paths and file systems reserve, and invisible ones: a sign that turns the direction of
 * writing shows `exe.gpx` as another name.
 */
function writable(name: string): string {
  const words = name
    .toWellFormed()
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...words].slice(0, NAME_MAX).join('');
}

/** Writes the name twice (RFC 6266): in ASCII, and verbatim, percent-encoded (RFC 8187). */
function disposition(ascii: string, name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
