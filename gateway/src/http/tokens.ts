/** Injection tokens of the gateway for interfaces; the platform has those that services use, too. */
export const HEALTH = Symbol('Health');
export const METRICS = Symbol('Metrics');
/** Injects a function that opens the storage of uploads and pictures on first use. */
export const OPEN_STORAGE = Symbol('OpenStorage');
