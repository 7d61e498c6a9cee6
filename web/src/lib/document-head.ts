import { useEffect } from 'react';

export interface DocumentHead {
  title: string;
  description: string;
}

/** Keeps the document's title and description to the page's. */
export function useDocumentHead({ title, description }: DocumentHead): void {
  useEffect(() => {
    document.title = title;
    let meta = document.querySelector<HTMLMetaElement>('meta[name="description"]');
    if (meta === null) {
      meta = document.createElement('meta');
      meta.name = 'description';
      document.head.append(meta);
    }
    meta.content = description;
  }, [title, description]);
}
