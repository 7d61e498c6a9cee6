import { type Setting, SETTINGS } from './table.js';

/** Renders `docs/config.md` from the table of settings. */
export function configDocument(): string {
  const rows = Object.entries<Setting>(SETTINGS).map(
    ([name, { description, unset }]) => `| \`${name}\` | ${description} | ${unset} |`,
  );
  return `# Settings

All settings are environment variables; an empty value counts as unset. An invalid configuration aborts the start with
one message that names every invalid setting. This page is generated.

| Setting | Description | If unset |
|---|---|---|
${rows.join('\n')}
`;
}
