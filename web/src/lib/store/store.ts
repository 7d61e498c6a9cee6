import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { Units } from '@switchback/contracts/rules/units';
import { useDispatch, useSelector } from 'react-redux';
import { api, type ApiExtra } from '../../api/api.js';
import { SummaryCache } from '../../api/summary-cache.js';
import { CONSENT_KEY, consentSlice } from './consent-slice.js';
import { draftsSlice } from './drafts-slice.js';
import { deleteDrafts } from './editor-drafts.js';
import { INTERFACE_KEY, interfaceSlice } from './interface-slice.js';
import { marksSlice } from './marks-slice.js';
import { deleteWayBack } from './origin.js';
import { profileSlice } from './profile-slice.js';
import { promptSlice } from './prompt-slice.js';
import { USED_COLLECTION_KEY, usedCollectionSlice } from './used-collection-slice.js';
import { SESSION_KEY, sessionSlice } from '../../session/session-slice.js';
import { writeStored } from '../../session/storage.js';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [interfaceSlice.name]: interfaceSlice.reducer,
  [sessionSlice.name]: sessionSlice.reducer,
  [promptSlice.name]: promptSlice.reducer,
  [consentSlice.name]: consentSlice.reducer,
  [draftsSlice.name]: draftsSlice.reducer,
  [marksSlice.name]: marksSlice.reducer,
  [profileSlice.name]: profileSlice.reducer,
  [usedCollectionSlice.name]: usedCollectionSlice.reducer,
});

/** Creates a separate store for each page load and each spec. */
export function createStore() {
  const extra: ApiExtra = { summaries: new SummaryCache() };
  const store = configureStore({
    reducer,
    middleware: (defaults) =>
      // The checks would walk thousands of frozen summaries on every action, in development only.
      defaults({ thunk: { extraArgument: extra }, serializableCheck: false, immutableCheck: false }).concat(
        api.middleware,
      ),
  });
  let stored = store.getState();
  store.subscribe(() => {
    const before = stored;
    stored = store.getState();
    const { interface: choices, session, consent, usedCollection } = stored;
    if (consent !== before.consent) writeStored(CONSENT_KEY, consent);
    if (usedCollection !== before.usedCollection) writeStored(USED_COLLECTION_KEY, usedCollection.last);
    if (choices !== before.interface) writeStored(INTERFACE_KEY, { units: choices.units, mapType: choices.mapType });
    if (session.session !== before.session.session) {
      writeStored(SESSION_KEY, session.session);
      if (session.session !== null) deleteWayBack();
      // A session that expired leaves the draft for the next login.
      else if (session.ended === 'left') void deleteDrafts(before.session.session?.userId ?? '');
      // One person's results must not be shown to the next person in this browser.
      extra.summaries.clear();
    }
  });
  return Object.assign(store, { summaries: extra.summaries });
}

export type AppStore = ReturnType<typeof createStore>;
export type RootState = ReturnType<typeof reducer>;

export type AppDispatch = AppStore['dispatch'];
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();

/** The person's choice of miles or kilometers. */
export function useUnits(): Units {
  return useAppSelector((state) => state.interface.units);
}
