import { createHash } from 'node:crypto';
import type { PageText } from '@switchback/contracts/rules/pages';
import { escapeXml } from '@switchback/geo/formats/xml';

/** Head of a page, for people, crawlers and chats. */
export interface PageHead extends PageText {
  product: string;
  /** Canonical URL; null for a page that does not exist. */
  canonical: string | null;
  /** Picture that chats show next to the link. */
  image: PageImage | null;
  /** Nonce of the app's `<style>` elements on this page; null if the policy allows all of them. */
  styleNonce: string | null;
}

export interface PageImage {
  /** Absolute URL. */
  url: string;
  /** Media type. */
  type: string;
  /** Size in pixels, if known. */
  size?: { width: number; height: number };
  /** Alt text. */
  alt: string;
}

/** Served without a built web app. */
export const BARE_PAGE = '<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body></body></html>';

const REPLACED = [
  /<title>[^<]*<\/title>\s*/gi,
  /<meta\s+(?:name|property)="(?:description|og:[^"]*|twitter:[^"]*)"[^>]*>\s*/gi,
];

/** Removes the parts of an HTML page that {@link renderPage} will replace. */
export function prepareTemplate(html: string): string {
  return REPLACED.reduce((text, pattern) => text.replace(pattern, ''), html);
}

/** Hashes by which a content security policy allows the scripts and styles that a page contains. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

export function inlineHashes(html: string): InlineHashes {
  return { scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style') };
}

function hashesOf(html: string, tag: string): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'));
  return [...elements].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/** Fills in the head of the page. Escapes all user content. */
export function renderPage(template: string, head: PageHead): string {
  const end = template.indexOf('</head>');
  return template.slice(0, end) + headTags(head) + template.slice(end);
}

function headTags({ title, description, product, canonical, image, styleNonce }: PageHead): string {
  return [
    ...(styleNonce === null ? [] : [`<meta property="csp-nonce" nonce="${escapeXml(styleNonce)}">`]),
    `<title>${escapeXml(title)}</title>`,
    named('description', description),
    property('og:site_name', product),
    property('og:type', 'website'),
    property('og:title', title),
    property('og:description', description),
    ...imageTags(image),
    named('twitter:title', title),
    named('twitter:description', description),
    ...(canonical === null
      ? [named('robots', 'noindex')]
      : [property('og:url', canonical), `<link rel="canonical" href="${escapeXml(canonical)}">`]),
  ].join('');
}

function imageTags(image: PageImage | null): string[] {
  if (!image) return [named('twitter:card', 'summary')];
  return [
    property('og:image', image.url),
    property('og:image:type', image.type),
    ...(image.size
      ? [property('og:image:width', String(image.size.width)), property('og:image:height', String(image.size.height))]
      : []),
    property('og:image:alt', image.alt),
    named('twitter:card', 'summary_large_image'),
    named('twitter:image', image.url),
    named('twitter:image:alt', image.alt),
  ];
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeXml(content)}">`;
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeXml(content)}">`;
}
