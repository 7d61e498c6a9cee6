import type { Page } from '@playwright/test';

/** Counts the records in one store of the app's database in this browser. */
export async function storedRecords(page: Page, store: 'drives' | 'photos' | 'mapRanges'): Promise<number> {
  return (await recordsOf(page, store)).length;
}

/** Returns the street maps in this browser. */
export async function storedMaps(page: Page): Promise<{ id: string; state: string; maxZoom: number; bytes: number }[]> {
  return (await recordsOf(page, 'maps')) as { id: string; state: string; maxZoom: number; bytes: number }[];
}

function recordsOf(page: Page, store: string): Promise<unknown[]> {
  return page.evaluate(
    (name) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('switchback');
        opening.onerror = () => reject(new Error('The database could not be opened.'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction(name).objectStore(name).getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
    store,
  );
}
