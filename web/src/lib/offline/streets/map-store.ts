import { inStore } from '../../store/browser-store.js';

/** Bytes of an archive from an offset. */
export interface StoredRange {
  /** Address of the archive with its version. */
  archive: string;
  offset: number;
  bytes: ArrayBuffer;
}

/** The map along a drive, a trip or a plan, as bytes of an archive of street tiles. */
export interface OfflineMap {
  userId: string;
  /** The id of a drive, or the page of the guide of a day or a plan. */
  id: string;
  /** Empty for a map that is not on the device. */
  archive: string;
  title: string;
  /** Identifies the lines: a drive that changed needs other tiles. */
  line: string;
  /**
   * A partial map misses ranges. A released or removed one is only a mark, so that synchronization does not store the
   * map again; of a removed one, it does not store the drive either.
   */
  state: 'partial' | 'whole' | 'released' | 'removed';
  /** Why it is on the device: synchronization deletes the maps of drives that are no longer saved. */
  reason: 'saved' | 'guide';
  /** Deepest zoom on the device; lower than that of the archive if the limit omits zooms. */
  maxZoom: number;
  archiveZoom: number;
  bytes: number;
  /** Offsets of its ranges, which maps share. */
  offsets: readonly number[];
  /** Milliseconds since 1970. */
  usedAt: number;
}

export type OfflineMapKey = Pick<OfflineMap, 'userId' | 'id' | 'archive'>;

/** The storage of this device. */
export interface MapStore {
  /** Returns undefined if no range begins there. */
  range: (archive: string, offset: number) => Promise<ArrayBuffer | undefined>;
  addRanges: (ranges: readonly StoredRange[]) => Promise<void>;
  /** Returns archive and offset of every range. */
  rangeKeys: () => Promise<[archive: string, offset: number][]>;
  deleteRanges: (keys: readonly (readonly [archive: string, offset: number])[]) => Promise<void>;
  maps: () => Promise<OfflineMap[]>;
  putMap: (map: OfflineMap) => Promise<void>;
  deleteMap: (key: OfflineMapKey) => Promise<void>;
}

/** The browser's database; its calls reject if the storage is blocked or full. */
export const deviceStore: MapStore = {
  range: async (archive, offset) => {
    const found = inStore<StoredRange | undefined>('mapRanges', 'readonly', (store) => store.get([archive, offset]));
    return (await found)?.bytes;
  },
  addRanges: (ranges) => inEach('mapRanges', ranges, (store, range) => store.put(range)),
  rangeKeys: () => inStore('mapRanges', 'readonly', (store) => store.getAllKeys()),
  deleteRanges: (keys) => inEach('mapRanges', keys, (store, key) => store.delete([...key])),
  maps: () => inStore('maps', 'readonly', (store) => store.getAll()),
  putMap: (map) => inEach('maps', [map], (store) => store.put(map)),
  deleteMap: ({ userId, id, archive }) => inEach('maps', [[userId, id, archive]], (store, key) => store.delete(key)),
};

/** Runs all requests in one transaction. */
async function inEach<T>(
  name: 'maps' | 'mapRanges',
  values: readonly T[],
  act: (store: IDBObjectStore, value: T) => IDBRequest,
): Promise<void> {
  const [first, ...rest] = values;
  if (first === undefined) return;
  await inStore(name, 'readwrite', (store) => {
    const request = act(store, first);
    for (const value of rest) act(store, value);
    return request;
  });
}
