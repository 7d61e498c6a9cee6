const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters that XML 1.0 cannot represent: https://www.w3.org/TR/xml/#charsets */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Escapes a text for use as content or attribute of XML or HTML; drops characters that cannot be represented. */
export function escapeXml(text: string): string {
  return text.replace(UNWRITABLE, '').replace(/[&<>"']/g, (character) => ESCAPES[character] as string);
}
