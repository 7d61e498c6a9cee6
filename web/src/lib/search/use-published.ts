import type { ListedCollection } from '@switchback/contracts/resources/collection';
import { useEffect, useState } from 'react';
import type * as code from './published-collections.js';
import { useAppDispatch } from '../store/store.js';

type Code = typeof code;

interface Published extends Pick<Code, 'collectionOptions' | 'kindAndFigures' | 'matching'> {
  collections: readonly ListedCollection[];
}

/**
 * Returns the published collections with the code for them, which loads when it is first needed; null until then, and if
 * it cannot be loaded.
 */
export function usePublished(needed: boolean): Published | null {
  const dispatch = useAppDispatch();
  const [published, setPublished] = useState<Published | null>(null);
  useEffect(() => {
    if (!needed) return undefined;
    let isLeft = false;
    const load = async () => {
      const loaded = await import('./published-collections.js');
      const collections = await loaded.loadPublished(dispatch);
      if (!isLeft) setPublished({ ...loaded, collections });
    };
    void load().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [needed, dispatch]);
  return published;
}
