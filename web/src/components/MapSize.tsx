import type { OfflineMap } from '../lib/offline/streets/map-store.js';
import { sizeText } from '../lib/text/size-text.js';
import { offlineTexts } from '../texts/offline.js';

const words = offlineTexts.map;

interface Props {
  /** Null renders nothing. */
  map: Pick<OfflineMap, 'state' | 'bytes' | 'maxZoom' | 'archiveZoom'> | null;
  className?: string | undefined;
}

/** The size of the street map on this device, and how much of it is there. */
export function MapSize({ map, className }: Props) {
  if (map === null) return null;
  const size = sizeText(map.bytes);
  if (map.state === 'partial') return <span className={className}>{words.partial(size)}</span>;
  return <span className={className}>{map.maxZoom < map.archiveZoom ? words.coarse(size) : words.whole(size)}</span>;
}
