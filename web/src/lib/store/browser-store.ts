/** Stores of this browser's IndexedDB, with the key fields of each. */
const KEYS = {
  drives: ['userId', 'driveId'],
  photos: ['userId', 'driveId'],
  records: ['userId'],
  recordStates: ['userId'],
  recordFixes: ['userId', 'at'],
  drivePhotos: ['userId', 'driveId', 'photoId'],
  courses: ['userId', 'page'],
  maps: ['userId', 'id', 'archive'],
  mapRanges: ['archive', 'offset'],
};
const NAME = 'switchback';
/** Increase it when adding a store. */
const VERSION = 5;

/** Runs one request in a transaction of its own; rejects if the browser's storage is blocked or full. */
export async function inStore<T>(
  name: keyof typeof KEYS,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(name, mode);
      const request = act(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request.result as T);
      transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('Aborted.'));
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => addStores(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database could not be opened.'));
    request.onblocked = () => reject(new Error('The database is in use.'));
  });
}

function addStores(database: IDBDatabase): void {
  for (const [name, keyPath] of Object.entries(KEYS))
    if (!database.objectStoreNames.contains(name)) database.createObjectStore(name, { keyPath });
}
