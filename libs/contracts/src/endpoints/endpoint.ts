import type { z } from 'zod';
import type { ErrorName } from '../errors.js';
import { ROUTES, type RouteName } from '../routes.js';

/**
 * Who may make a call: `member` has a session, `owner` is the person whose id stands in the path. What a service lets
 * some of them do beyond that, it decides itself.
 */
export const ACCESS = ['anyone', 'member', 'owner'] as const;
export type Access = (typeof ACCESS)[number];

export interface FilePart {
  /** Of the part that holds it. */
  name: string;
  maxBytes: number;
  /** Media types, as a client may declare them. */
  types: readonly string[];
  /** How many may come at once; one when left out. */
  filesMax?: number;
  /** Shown back to who sends it, who may then send it again to be kept. */
  isPreview?: boolean;
  /** What a file of another type, and one that is too large, is refused with, where it is not a picture like others. */
  refusals?: { type: ErrorName; size: ErrorName };
}

/** One call of the browser boundary: what it takes, what it answers, and what can go wrong. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Name extends RouteName = RouteName,
> {
  name: Name;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  summary: string;
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The file, or the files, that may travel beside the body, as `multipart/form-data`; JSON alone when left out. */
  file?: FilePart;
  /** Of the body at most, where that is more than `LIMITS.bodyBytes`. */
  bodyBytes?: number;
  /** Whether an `Idempotency-Key` makes it safe to send the call again: for calls that create. */
  repeatable?: true;
  answer: Answer;
  /** Of an answer that is no refusal; 200 when left out. */
  status?: 201;
  /** Anyone when left out. */
  access?: Access;
  /** Media types of an answer that is a file; JSON when left out. */
  files?: readonly string[];
  /** Beside those that any call can answer. */
  errors: readonly ErrorName[];
}

type Parts<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = Omit<
  Endpoint<P, Q, B, A>,
  'name' | 'method' | 'path' | 'errors'
> & { errors?: readonly ErrorName[] };

/** Joins a route's method and path with its schemas. */
export function endpoint<
  N extends RouteName,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  A extends z.ZodType = z.ZodType,
>(name: N, parts: Parts<P, Q, B, A>): Endpoint<P, Q, B, A, N> {
  return { name, ...ROUTES[name], errors: [], ...parts };
}
