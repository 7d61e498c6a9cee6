// Made by npm run generated from gateway/service.json and services/*/service.json.

export const GATEWAY = { port: 8080, calls: ['auth', 'billing', 'drives', 'media', 'moderation', 'reviews', 'roads', 'search', 'users'], engines: ['kafka', 's3', 'redis'] } as const;

/** Every service of the product: where it listens, whom it calls, and which engines it uses. */
export const SERVICES = {
  auth: { port: 8130, calls: ['billing', 'users'], engines: ['postgres', 'kafka', 'redis', 'smtp'] },
  billing: { port: 8180, calls: ['auth'], engines: ['postgres', 'kafka', 'redis', 'smtp'] },
  drives: { port: 8110, calls: ['roads'], engines: ['postgres', 'kafka', 's3', 'redis'] },
  media: { port: 8170, calls: ['auth', 'drives'], engines: ['postgres', 'kafka', 's3', 'redis'] },
  moderation: { port: 8150, calls: ['auth', 'drives', 'media', 'reviews', 'users'], engines: ['postgres', 'kafka', 'redis', 'smtp'] },
  reviews: { port: 8160, calls: ['auth', 'drives'], engines: ['postgres', 'kafka', 'redis'] },
  roads: { port: 8190, calls: [], engines: ['s3'] },
  search: { port: 8120, calls: ['drives'], engines: ['postgres', 'kafka', 'elasticsearch'] },
  users: { port: 8140, calls: ['auth', 'billing', 'drives', 'media'], engines: ['postgres', 'kafka', 's3', 'redis', 'smtp'] },
} as const;

export type ServiceName = keyof typeof SERVICES;
