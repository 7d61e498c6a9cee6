import { randomUUID } from 'node:crypto';

/** Id generation as a port, so that a simulation generates the same ids from the same seed. */
export interface Ids {
  uuid(): string;
}

export const randomIds: Ids = { uuid: () => randomUUID() };
