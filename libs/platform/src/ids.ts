import { randomUUID } from 'node:crypto';

/** Identifiers as a port, so that a simulation gets the same ones for the same seed. */
export interface Ids {
  uuid(): string;
}

export const randomIds: Ids = { uuid: () => randomUUID() };
