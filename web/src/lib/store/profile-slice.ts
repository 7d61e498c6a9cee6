import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Bounds, LatLng } from '@switchback/geo/location';

/** Keeps the elevation profile of a page and its map in step. */
interface ProfileState {
  /** The place under the cursor of the profile, which the map marks. */
  cursor: LatLng | null;
  /** The place under the pointer on the map's line, which the profile marks. */
  pointed: LatLng | null;
  /** The stretch that the map shows on request. Each new object is applied once. */
  shown: { bounds: Bounds } | null;
}

const NONE: ProfileState = { cursor: null, pointed: null, shown: null };

export const profileSlice = createSlice({
  name: 'profile',
  initialState: NONE,
  reducers: {
    profileCursorMoved(state, { payload }: PayloadAction<LatLng | null>) {
      state.cursor = payload;
    },
    linePointed(state, { payload }: PayloadAction<LatLng | null>) {
      state.pointed = payload;
    },
    stretchShown(state, { payload: bounds }: PayloadAction<Bounds>) {
      state.shown = { bounds };
    },
    profileClosed: () => NONE,
  },
});

export const { profileCursorMoved, linePointed, stretchShown, profileClosed } = profileSlice.actions;
