import { hash } from 'node:crypto';
import { SUMMARY_FIELDS } from '@switchback/contracts/resources/drive';

/**
 * 8 URL-safe characters (48 bits of SHA-256) over the drive's encoded fields, its id among them: they change whenever one
 * of them does.
 */
export function hashOf(encodedSummary: string): string {
  return hash('sha256', encodedSummary, 'base64url').slice(0, 8);
}

/** The encoded summary reduced to some fields, in the contract's order whatever order was asked for, and id. */
export function pickFields(encodedSummary: string, fields: readonly string[]): string {
  const summary = JSON.parse(encodedSummary) as Record<string, unknown>;
  const wanted = new Set([...fields, 'id']);
  const names = SUMMARY_FIELDS.filter((name) => wanted.has(name));
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, summary[name]])));
}
