import { ERRORS } from './errors.js';

/** Renders `docs/errors.md` from the error table. */
export function errorsDocument(): string {
  const rows = Object.values(ERRORS)
    .toSorted((a, b) => a.code.localeCompare(b.code))
    .map(({ code, type, title, message }) => `| ${code} | ${type} | ${title} | ${message} |`);
  return `# Errors

Every answer with a status of 400 or above carries one error object; its \`code\` is one of these. Codes are stable, and
each is used for one thing. This page is generated.

| code | status | title | message |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
