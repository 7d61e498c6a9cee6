import { INDEX_GROUP } from '@switchback/search/consumers/index.consumer';

export { INDEX_GROUP };
/** Counts the events of each drive: an effect that is correct only with an inbox. */
export const TALLY_GROUP = 'tally';
/** Records the events that occurred. */
export const WITNESS_GROUP = 'witness';
export const ALL_GROUPS = [INDEX_GROUP, TALLY_GROUP, WITNESS_GROUP];
