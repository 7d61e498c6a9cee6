import type { DriveDetails } from '@switchback/contracts/resources/drive';

/** What is kept of a drive: all that is read of it, without the legs, which repeat its line. */
export type KeptDetails = Omit<DriveDetails, 'directions'>;

/** A copy of a drive in this browser. */
export interface KeptDrive {
  /** Whose list it is on: what one person may see is not for the next one here. */
  userId: string;
  driveId: string;
  /** Milliseconds since 1970: when the copy was made. */
  keptAt: number;
  drive: KeptDetails;
}

const NAME = 'switchback';
const STORE = 'drives';

/** All of a person's copies, the newest first; none where the browser keeps nothing. */
export async function keptDrives(userId: string): Promise<KeptDrive[]> {
  const all = await run<KeptDrive[]>('readonly', (store) => store.getAll()).catch(() => []);
  return all.filter((kept) => kept.userId === userId).sort((a, b) => b.keptAt - a.keptAt);
}

export async function keepDrive(kept: KeptDrive): Promise<void> {
  await run('readwrite', (store) => store.put(kept));
}

export async function forgetDrive({ userId, driveId }: Pick<KeptDrive, 'userId' | 'driveId'>): Promise<void> {
  await run('readwrite', (store) => store.delete([userId, driveId]));
}

/** Everybody's. */
export async function forgetAllDrives(): Promise<void> {
  await run('readwrite', (store) => store.clear()).catch(() => undefined);
}

async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result as T);
      transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('Aborted.'));
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['userId', 'driveId'] });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database could not be opened.'));
    request.onblocked = () => reject(new Error('The database is in use.'));
  });
}
