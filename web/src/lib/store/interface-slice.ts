import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { UNITS, type Units } from '@switchback/contracts/rules/units';
import type { LatLng } from '@switchback/geo/location';
import { readStored } from '../../session/storage.js';

export const INTERFACE_KEY = 'switchback.interface';

/** The person's choices in this browser, and the device's location. Filters live in the URL, data in the API cache. */
export interface InterfaceState {
  units: Units;
  mapType: string;
  /** Null until the device answers, and forever if it refuses. */
  deviceLocation: LatLng | null;
  /** Whether a view fills the window, without the header and the footer of the page. */
  fillsWindow: boolean;
}

/** Restores the persistent part; anything unexpected in the storage counts as not chosen. */
export function restoreInterface(): InterfaceState {
  const stored = (readStored(INTERFACE_KEY) ?? {}) as Partial<InterfaceState>;
  return {
    units: UNITS.find((units) => units === stored.units) ?? 'miles',
    mapType: typeof stored.mapType === 'string' ? stored.mapType : 'roadmap',
    deviceLocation: null,
    fillsWindow: false,
  };
}

export const interfaceSlice = createSlice({
  name: 'interface',
  initialState: restoreInterface,
  reducers: {
    unitsChosen(state, { payload }: PayloadAction<Units>) {
      state.units = payload;
    },
    mapTypeChosen(state, { payload }: PayloadAction<string>) {
      state.mapType = payload;
    },
    deviceLocated(state, { payload }: PayloadAction<LatLng>) {
      state.deviceLocation = payload;
    },
    windowFilled(state, { payload }: PayloadAction<boolean>) {
      state.fillsWindow = payload;
    },
  },
});

export const { unitsChosen, mapTypeChosen, deviceLocated, windowFilled } = interfaceSlice.actions;
