import type { Page } from '@playwright/test';

/** Counts the records in one store of the app's database in this browser. */
export function storedRecords(page: Page, store: 'drives' | 'photos'): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('switchback');
        opening.onerror = () => reject(new Error('The database could not be opened.'));
        opening.onsuccess = () => {
          const counting = opening.result.transaction(name).objectStore(name).count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
    store,
  );
}
