import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { cardAlt } from '@switchback/contracts/rules/pages';

/** A card's path holds its version; any other leads to the present one. */
const ANY_VERSION = '0'.repeat(16);

/** HTML of the drive's picture, as chats show it, that leads to the drive. */
export function embedCode({ id, title }: Pick<DriveDetails, 'id' | 'title'>, link: string): string {
  const picture = new URL(`/og/drives/${encodeURIComponent(id)}/${ANY_VERSION}.png`, link).href;
  const alt = escaped(cardAlt({ title }));
  return `<a href="${escaped(link)}"><img src="${escaped(picture)}" width="600" height="315" alt="${alt}"></a>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
