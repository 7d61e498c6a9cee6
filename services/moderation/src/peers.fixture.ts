import { ProductError } from '@switchback/platform/errors';

async function missing(): Promise<never> {
  throw new ProductError('collectionNotFound');
}

/** A drives service without collections. */
export const NO_COLLECTIONS = {
  approveCollection: missing,
  requestCollectionChanges: missing,
  getCollection: missing,
  deleteCollection: missing,
};

async function undecided() {
  return { drive: undefined };
}

/** Decisions of a drives service that returns no drive. */
export const NO_DRIVES = { ...NO_COLLECTIONS, approveDrive: undecided, requestChanges: undecided };
