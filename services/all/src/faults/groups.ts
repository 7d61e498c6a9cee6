import { INDEX_GROUP } from '@switchback/search/consumers/index.consumer';

export { INDEX_GROUP };
/** Counts the events of each drive: an effect that only an inbox keeps right. */
export const TALLY_GROUP = 'tally';
/** Keeps which events there were. */
export const WITNESS_GROUP = 'witness';
export const ALL_GROUPS = [INDEX_GROUP, TALLY_GROUP, WITNESS_GROUP];
