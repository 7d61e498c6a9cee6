/** Steps at which a kill could lose or duplicate an event; tests crash there. */
export type CrashPoint =
  | 'relay.taken'
  | 'relay.published'
  | 'relay.deleted'
  | 'bus.published'
  | 'bus.fetched'
  | 'bus.handled'
  | 'bus.committed'
  | 'bus.dead-lettered';

/** Called at each step; a test makes it throw or exit the process. */
export type CrashHook = (point: CrashPoint) => void | Promise<void>;

export const noCrash: CrashHook = () => undefined;
