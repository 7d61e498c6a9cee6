import type { MapStore, OfflineMap, StoredRange } from './map-store.js';

/** The storage of a device in memory. */
export class FakeMapStore implements MapStore {
  readonly all = new Map<string, OfflineMap>();
  readonly ranges = new Map<string, StoredRange>();

  range = async (archive: string, offset: number) => this.ranges.get(`${archive} ${offset}`)?.bytes;
  rangeKeys = async () => [...this.ranges.values()].map(({ archive, offset }): [string, number] => [archive, offset]);
  maps = async () => [...this.all.values()];

  addRanges = async (ranges: readonly StoredRange[]) => {
    for (const range of ranges) this.ranges.set(`${range.archive} ${range.offset}`, range);
  };

  deleteRanges = async (keys: readonly (readonly [string, number])[]) => {
    for (const [archive, offset] of keys) this.ranges.delete(`${archive} ${offset}`);
  };

  putMap = async (map: OfflineMap) => void this.all.set(`${map.userId} ${map.id} ${map.archive}`, map);
  deleteMap = async (map: Pick<OfflineMap, 'userId' | 'id' | 'archive'>) =>
    void this.all.delete(`${map.userId} ${map.id} ${map.archive}`);
}
