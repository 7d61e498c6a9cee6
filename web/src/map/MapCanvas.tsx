import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSettingsQuery } from '../api/api.js';
import { lastStreets } from '../lib/offline/last-streets.js';
import { useUnits } from '../lib/store/store.js';
import { mapTexts } from '../texts/map.js';
import { loadEngine } from './load-engine.js';
import styles from './MapCanvas.module.css';
import type { MapEvents, MapPort, MapSources, MapStart, MapType } from './map-port.js';

interface Props extends Partial<MapEvents> {
  label: string;
  type: MapType;
  /** Initial view; later changes are ignored. */
  start: Omit<MapStart, 'look'>;
  cooperative?: boolean;
  /** Whether lines can be dragged. */
  editable?: boolean;
  minZoom?: number;
  /** Called with the port once the map can be drawn on, and with null when it is removed. */
  onPort: (port: MapPort | null) => void;
}

const SHIPPED: MapSources = {
  googleMapsApiKey: null,
  styles: { roadmap: null, terrain: null, satellite: null },
  streets: null,
};

/**
 * The map sources of this installation; undefined until the settings are loaded. If loading them failed, the shipped
 * map with the streets of the last visit, which may be on this device.
 */
export function useMapSources(): MapSources | undefined {
  const { data, isError } = useSettingsQuery();
  const loaded = data?.map;
  return useMemo(() => loaded ?? (isError ? { ...SHIPPED, streets: lastStreets() } : undefined), [loaded, isError]);
}

/** A map that fills its parent, drawn by this installation's engine. Everything on it is drawn through the port. */
export function MapCanvas(props: Props) {
  const element = useRef<HTMLDivElement>(null);
  const sources = useMapSources();
  const dark = useComputedColorScheme('light') === 'dark';
  const units = useUnits();
  const [failed, setFailed] = useState(false);
  const [port, setPort] = useState<MapPort | null>(null);
  const optionsNow = useEffectEvent(() => ({
    ...props.start,
    look: { type: props.type, dark, units },
    label: props.label,
    cooperative: props.cooperative ?? false,
    ...(props.editable !== undefined && { editable: props.editable }),
    ...(props.minZoom !== undefined && { minZoom: props.minZoom }),
  }));
  const emit = useEffectEvent(<Name extends keyof MapEvents>(name: Name, ...args: Parameters<MapEvents[Name]>) => {
    (props[name] as ((...told: typeof args) => void) | undefined)?.(...args);
  });
  const emitPort = useEffectEvent(props.onPort);

  useEffect(() => {
    const container = element.current;
    if (container === null || sources === undefined) return;
    let live = true;
    let made: MapPort | undefined;
    const events: MapEvents = {
      onMoveEnd: (...args) => emit('onMoveEnd', ...args),
      onHover: (...args) => emit('onHover', ...args),
      onPick: (...args) => emit('onPick', ...args),
      onPickCluster: (...args) => emit('onPickCluster', ...args),
      onPickNothing: (...args) => emit('onPickNothing', ...args),
      onHandleMoved: (...args) => emit('onHandleMoved', ...args),
      onLineDragged: (...args) => emit('onLineDragged', ...args),
    };
    const start = async () => {
      const create = await loadEngine(sources);
      if (!live) return;
      made = await create(container, { ...optionsNow(), events }, sources);
      if (!live) return made.destroy();
      setPort(made);
      emitPort(made);
    };
    start().catch(() => live && setFailed(true));
    return () => {
      live = false;
      if (made === undefined) return;
      made.destroy();
      setPort(null);
      emitPort(null);
    };
  }, [sources]);

  useEffect(() => port?.setLook({ type: props.type, dark, units }), [port, props.type, dark, units]);

  return (
    <div className={styles.frame}>
      <div ref={element} className={styles.canvas} />
      {failed && (
        <p className={styles.failed} role="alert">
          {mapTexts.failed}
        </p>
      )}
    </div>
  );
}
