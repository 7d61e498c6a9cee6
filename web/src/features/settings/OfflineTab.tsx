import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { MapSize } from '../../components/MapSize.js';
import { titleOf } from '../../lib/drives/drive-title.js';
import { type DeviceItem, deviceItems, removeItems, sizeOf } from '../../lib/offline/device-items.js';
import { followMaps } from '../../lib/offline/streets/offline-maps.js';
import { sizeText } from '../../lib/text/size-text.js';
import { texts } from '../../texts/en.js';
import { offlineTexts } from '../../texts/offline.js';
import styles from './Settings.module.css';
import type { TabProps } from './tabs.js';

const words = offlineTexts.device;

/** Lists everything that this browser stores to work without a network; each entry can be removed. */
export function OfflineTab({ user: { id: userId } }: TabProps) {
  const items = useItems(userId);
  const [removing, setRemoving] = useState<readonly string[]>([]);
  const [isFailed, setFailed] = useState(false);
  const remove = async (ids: readonly string[]) => {
    setRemoving(ids);
    setFailed(false);
    await removeItems(userId, ids).catch(() => setFailed(true));
    setRemoving([]);
  };
  if (items === null) return <p role="status">{texts.loading}</p>;
  const total = items.reduce((sum, item) => sum + sizeOf(item), 0);
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      <p className={styles.value} role="status">
        {items.length === 0 ? words.empty : words.total(sizeText(total))}
      </p>
      <ul className={styles.rows}>
        {items.map((item) => (
          <li key={item.id} className={styles.row}>
            <div>
              <p className={styles.value}>{titleOf(item)}</p>
              <p className={styles.note}>
                {words.kinds[item.kind]} · {sizeText(sizeOf(item))}
              </p>
              <MapSize map={item.map} className={styles.note} />
            </div>
            <Button
              mih={44}
              variant="default"
              aria-label={words.removeOf(titleOf(item))}
              loading={removing.includes(item.id)}
              onClick={() => void remove([item.id])}
            >
              {words.remove}
            </Button>
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <Button
          mih={44}
          variant="default"
          loading={removing.length > 1}
          onClick={() => void remove(items.map(({ id }) => id))}
        >
          {words.removeAll}
        </Button>
      )}
      <p role="alert" className={styles.refusal}>
        {isFailed && words.failed}
      </p>
    </>
  );
}

/** Null until they are read. */
function useItems(userId: string): readonly DeviceItem[] | null {
  const [items, setItems] = useState<readonly DeviceItem[] | null>(null);
  useEffect(() => {
    let isLive = true;
    const read = async () => {
      const found = await deviceItems(userId);
      if (isLive) setItems(found);
    };
    void read();
    const unfollow = followMaps(() => void read());
    return () => {
      isLive = false;
      unfollow();
    };
  }, [userId]);
  return items;
}
