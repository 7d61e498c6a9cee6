/** The steps at which being killed could lose or repeat an event: tests stop there. */
export type CrashPoint =
  | 'relay.taken'
  | 'relay.published'
  | 'relay.deleted'
  | 'bus.published'
  | 'bus.fetched'
  | 'bus.handled'
  | 'bus.committed'
  | 'bus.dead-lettered';

/** Called at each step; a test makes it throw or end the process. */
export type CrashHook = (point: CrashPoint) => void | Promise<void>;

export const noCrash: CrashHook = () => undefined;
