import type { z } from 'zod';
import type { ErrorName } from '../errors.js';
import type { RouteName, ROUTES } from '../routes.js';

/**
 * Access levels: `member` needs a session, `owner` must be the person whose id is in the path. Services decide about
 * further permissions.
 */
export const ACCESS = ['anyone', 'member', 'owner'] as const;
export type Access = (typeof ACCESS)[number];

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Method and path of a call, with path parameters in braces: `GET /api/drives/drive/{id}/details`. */
type RouteText<Name extends RouteName> = `${(typeof ROUTES)[Name]['method']} ${(typeof ROUTES)[Name]['path']}`;

export interface FilePart {
  /** Name of the multipart part. */
  name: string;
  maxBytes: number;
  /** Media types that a client may declare. */
  types: readonly string[];
  /** Maximum number of files per request; one by default. */
  filesMax?: number;
  /** The file is returned as a preview and stored only if the sender submits it again. */
  isPreview?: boolean;
  /** Errors for a wrong type and for an oversized file; the default is the pair for pictures. */
  refusals?: { type: ErrorName; size: ErrorName };
}

/** A call of the browser boundary: its input, its answer and its errors. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Name extends RouteName = RouteName,
> {
  name: Name;
  method: Method;
  path: string;
  summary: string;
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The file or files that may accompany the body as `multipart/form-data`; JSON only by default. */
  file?: FilePart;
  /** Maximum body size, if it exceeds `LIMITS.bodyBytes`. */
  bodyBytes?: number;
  /** An `Idempotency-Key` makes a repeat safe; for calls that create. */
  repeatable?: true;
  answer: Answer;
  /** Status of a success; 200 by default. */
  status?: 201;
  /** `anyone` by default. */
  access?: Access;
  /** Media types of an answer that is a file; JSON by default. */
  files?: readonly string[];
  /** Errors in addition to those that any call can return. */
  errors: readonly ErrorName[];
}

type Definition<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = Omit<
  Endpoint<P, Q, B, A>,
  'name' | 'method' | 'path' | 'errors'
> & { errors?: readonly ErrorName[] };

/**
 * Declares a call. `npm run generated` copies its route into `routes.ts`, for the browser, which gets no schemas; a new
 * call compiles after that.
 */
export function endpoint<
  N extends RouteName,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  A extends z.ZodType = z.ZodType,
>(name: N, route: RouteText<N>, definition: Definition<P, Q, B, A>): Endpoint<P, Q, B, A, N> {
  const [method, path] = route.split(' ') as [Method, string];
  return { name, method, path, errors: [], ...definition };
}
