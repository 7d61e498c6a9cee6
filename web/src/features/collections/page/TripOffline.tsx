import { Button } from '@mantine/core';
import type { Collection } from '@switchback/contracts/resources/collection';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSettingsQuery } from '../../../api/api.js';
import { IconCircleCheck } from '../../../components/icons.js';
import { MapSize } from '../../../components/MapSize.js';
import { IconDownload } from '../../../components/page-icons.js';
import { storedCourses } from '../../../lib/offline/courses.js';
import { removeItems } from '../../../lib/offline/device-items.js';
import { useOfflineMaps } from '../../../lib/offline/streets/use-offline-maps.js';
import { useAppDispatch } from '../../../lib/store/store.js';
import { ownStreets } from '../../../map/map-port.js';
import { tripTexts } from '../../../texts/trips.js';
import { ACTION_SIZE } from './action-size.js';
import styles from './Collections.module.css';
import { storeTrip } from './store-trip.js';
import { tripId } from './trip-id.js';

const words = tripTexts.offline;

interface Props {
  userId: string;
  collection: Collection;
}

type Work = 'none' | 'storing' | 'removing' | 'failed';

/** Stores the days of a trip and the map along them on this device, or removes them. */
export default function TripOffline({ userId, collection }: Props) {
  const dispatch = useAppDispatch();
  const { id, _rev: rev } = collection;
  const archive = useSettingsQuery().data?.map;
  const [storedRev, setStoredRev] = useStoredRevision(userId, id);
  const [work, setWork] = useState<Work>('none');
  const map = useOfflineMaps()?.find((each) => each.id === tripId(id)) ?? null;
  const store = () => {
    const archiveUrl = archive && (ownStreets(archive)?.url ?? null);
    return storeTrip({ userId, collection, dispatch, archiveUrl }).then(
      () => true,
      () => false,
    );
  };
  const finish = (isDone: boolean) => {
    if (isDone) setStoredRev(rev);
    setWork(isDone ? 'none' : 'failed');
  };
  const remove = async () => {
    setWork('removing');
    await removeItems(userId, [tripId(id)]).then(
      () => setWork('none'),
      () => setWork('failed'),
    );
    setStoredRev(null);
  };
  const refresh = useEffectEvent(store);
  const refreshed = useEffectEvent(finish);
  // A copy of an earlier state of the trip would lead along other roads.
  const isOutdated = storedRev !== null && storedRev !== rev;
  useEffect(() => {
    if (isOutdated) void refresh().then((isDone) => refreshed(isDone));
  }, [isOutdated, rev]);
  const start = () => {
    setWork('storing');
    void store().then(finish);
  };
  const isStored = storedRev !== null;
  return (
    <>
      <Button
        {...ACTION_SIZE}
        variant={isStored ? 'light' : 'default'}
        leftSection={isStored ? <IconCircleCheck size={18} /> : <IconDownload size={18} />}
        loading={work === 'storing' || work === 'removing'}
        aria-pressed={isStored}
        onClick={() => (isStored ? void remove() : start())}
      >
        {words.button}
      </Button>
      <p role="status" className={styles.outcome}>
        {work === 'storing' && words.storing}
        {work === 'failed' && words.failed}
        {work === 'none' && isStored && (
          <>
            {words.stored} <MapSize map={map} />
          </>
        )}
      </p>
    </>
  );
}

/** The revision of the trip that is on this device; null if it is not. */
function useStoredRevision(userId: string, id: string) {
  const [rev, setRev] = useState<number | null>(null);
  useEffect(() => {
    let isLive = true;
    void storedCourses(userId).then((courses) => {
      const stored = courses.find(({ page }) => page.startsWith(`${tripId(id)}/`));
      if (isLive) setRev(stored?.rev ?? null);
    });
    return () => {
      isLive = false;
    };
  }, [userId, id]);
  return [rev, setRev] as const;
}
