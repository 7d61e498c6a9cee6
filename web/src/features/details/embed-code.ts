import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { cardAlt } from '@switchback/contracts/rules/pages';

/** A card's path contains its version; an unknown one leads to the current card. */
const ANY_VERSION = '0'.repeat(16);

/** Returns HTML with the drive's preview picture, as shown in chats, linked to the drive. */
export function embedCode({ id, title }: Pick<DriveDetails, 'id' | 'title'>, link: string): string {
  const picture = new URL(`/og/drives/${encodeURIComponent(id)}/${ANY_VERSION}.png`, link).href;
  const alt = escaped(cardAlt({ title }));
  return `<a href="${escaped(link)}"><img src="${escaped(picture)}" width="600" height="315" alt="${alt}"></a>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
