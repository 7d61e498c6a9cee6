import { fieldFault } from './faults.js';

const PARAMETERS_MAX = 200;

/** The query string as sent; decoded later, at a point where a fault can be answered. */
export interface RawQuery {
  text: string;
}

export type Query = Record<string, string | string[]>;

/**
 * Decodes a query string. A repeated name becomes a list, so that its schema refuses it.
 *
 * @throws ProductError `invalidInput` that names the parameter if its percent-encoding or UTF-8 is broken, or it
 * contains NUL.
 */
export function decodeQuery(text: string): Query {
  const query: Query = Object.create(null) as Query;
  if (text === '') return query;
  const pairs = text.split('&', PARAMETERS_MAX + 1);
  if (pairs.length > PARAMETERS_MAX) throw fieldFault('query', `At most ${PARAMETERS_MAX} parameters.`);
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals < 0 ? pair : pair.slice(0, equals);
    const name = decode(rawName, 'query');
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1), name);
    const before = query[name];
    if (before === undefined) query[name] = value;
    else query[name] = Array.isArray(before) ? [...before, value] : [before, value];
  }
  return query;
}

function decode(text: string, name: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  let value: string;
  try {
    value = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw fieldFault(name, 'Is not valid percent-encoded UTF-8.');
  }
  if (value.includes('\0')) throw fieldFault(name, 'Must not contain a NUL character.');
  return value;
}
