import { hash } from 'node:crypto';
import { SUMMARY_FIELDS } from '@switchback/contracts/resources/drive';

/**
 * Returns 8 URL-safe characters (48 bits of SHA-256) over the drive's encoded fields, including its id: changes
 * whenever one of them does.
 */
export function hashOf(encodedSummary: string): string {
  return hash('sha256', encodedSummary, 'base64url').slice(0, 8);
}

/** Reduces the encoded summary to the requested fields and the id, in the contract's order. */
export function pickFields(encodedSummary: string, fields: readonly string[]): string {
  const summary = JSON.parse(encodedSummary) as Record<string, unknown>;
  const wanted = new Set([...fields, 'id']);
  const names = SUMMARY_FIELDS.filter((name) => wanted.has(name));
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, summary[name]])));
}
