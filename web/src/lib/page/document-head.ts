import type { PageText } from '@switchback/contracts/rules/pages';
import { useEffect } from 'react';

export interface DocumentHead extends PageText {
  /** Address of the page's preview image. */
  image?: string | undefined;
}

/** Sets the document's title, description and image to the page's. */
export function useDocumentHead({ title, description, image }: DocumentHead): void {
  useEffect(() => {
    document.title = title;
    setMeta('name', 'description', description);
    setMeta('property', 'og:image', image);
  }, [title, description, image]);
}

function setMeta(attribute: 'name' | 'property', key: string, content: string | undefined): void {
  const known = document.querySelector<HTMLMetaElement>(`meta[${attribute}="${key}"]`);
  if (content === undefined) {
    known?.remove();
    return;
  }
  const meta = known ?? document.createElement('meta');
  meta.setAttribute(attribute, key);
  meta.content = content;
  if (known === null) document.head.append(meta);
}
