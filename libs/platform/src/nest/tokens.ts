/** Injection tokens for the classes of a service, because interfaces do not exist at runtime. */
export const CLOCK = Symbol('Clock');
export const HOST = Symbol('ServiceHost');
export const IDS = Symbol('Ids');
export const JOBS = Symbol('Jobs');
export const LIMITS = Symbol('Limits');
export const LOGGER = Symbol('Logger');
export const PLACES = Symbol('Places');
export const SETTINGS = Symbol('Settings');
export const STORAGE = Symbol('Storage');
