import { ProductError } from '@switchback/platform/errors';

async function missing(): Promise<never> {
  throw new ProductError('collectionNotFound');
}

/** The drives service's decisions on collections, of which it has none. */
export const NO_COLLECTIONS = { approveCollection: missing, requestCollectionChanges: missing };

async function undecided() {
  return { drive: undefined };
}

/** Decisions of a drives service that returns no drive. */
export const NO_DRIVES = { ...NO_COLLECTIONS, approveDrive: undecided, requestChanges: undecided };
