import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import type { LatLng } from '@switchback/geo/location';
import { useEffect, useEffectEvent, useState } from 'react';
import { IconRoute } from '../../../../components/icons.js';
import { IconList } from '../../../../components/page-icons.js';
import { locateDevice } from '../../../../lib/page/device-location.js';
import { tripTexts } from '../../../../texts/trips.js';
import { AddPlace } from './AddPlace.js';
import { inBestOrder, isArrangeable, spreadOver } from './arrange.js';
import styles from './Items.module.css';
import { useItemsEditor } from './items-editor.js';
import type { Drives } from './driven.js';
import type { WayFinder } from './plan-days.js';

const words = tripTexts.arrange;

interface Props {
  drives: Drives;
  find: WayFinder;
}

/** Adds places to a trip, spreads its items over its days, and finds their best order; the latter two can be undone. */
export function Arrange({ drives, find }: Props) {
  const { collection, arranged, undoArrangement } = useItemsEditor();
  const { isReady, isLocating, fault, spread, orderFromFirst, orderFromHere } = useArrangements(drives, find);
  return (
    <div className={styles.arrange} role="group" aria-label={words.label}>
      <AddPlace drives={drives} />
      {collection.items.length > 1 && (
        <>
          <Button
            variant="default"
            size="sm"
            mih={44}
            leftSection={<IconList size={18} />}
            disabled={!isReady}
            onClick={spread}
          >
            {words.spreadButton}
          </Button>
          <Menu position="bottom-start" transitionProps={{ duration: 120 }}>
            <Menu.Target>
              <Button
                variant="default"
                size="sm"
                mih={44}
                leftSection={<IconRoute size={18} />}
                disabled={!isReady}
                loading={isLocating}
              >
                {words.orderButton}
              </Button>
            </Menu.Target>
            <Menu.Dropdown className={styles.menu}>
              <Menu.Item mih={44} onClick={orderFromFirst}>
                {words.fromFirst}
              </Menu.Item>
              <Menu.Item mih={44} onClick={() => void orderFromHere()}>
                {words.fromHere}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      <div role="status" className={styles.arranged}>
        {arranged !== null && <span>{arranged.text}</span>}
        {arranged?.before != null && (
          <Button variant="default" size="sm" mih={44} onClick={undoArrangement}>
            {tripTexts.item.undo}
          </Button>
        )}
      </div>
      <p role="alert" className={styles.failure}>
        {fault}
      </p>
    </div>
  );
}

function useArrangements(drives: Drives, find: WayFinder) {
  const { collection, days, arrange } = useItemsEditor();
  const [fault, setFault] = useState<string | null>(null);
  const [isLocating, setLocating] = useState(false);
  const [here, setHere] = useState<LatLng | null>(null);
  const { items } = collection;
  const order = (from: LatLng | null) => arrange(inBestOrder(items, days, drives, from), words.ordered);
  // The items may change while the device is located.
  const orderLatest = useEffectEvent(order);
  useEffect(() => {
    if (here !== null) orderLatest(here);
  }, [here]);
  const orderFromFirst = () => {
    setFault(null);
    order(null);
  };
  const orderFromHere = async () => {
    setLocating(true);
    const location = await locateDevice();
    setLocating(false);
    setFault(location === null ? words.notLocated : null);
    setHere(location);
  };
  const spread = () => {
    const next = spreadOver(items, days, drives, find);
    setFault(next === null ? words.tooFewDays : null);
    if (next !== null) arrange(next, words.spread);
  };
  return { isReady: isArrangeable(items, drives), isLocating, fault, spread, orderFromFirst, orderFromHere };
}
