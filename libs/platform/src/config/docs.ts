import { type Setting, SETTINGS } from './table.js';

/** Renders `docs/config.md` from the table of settings. */
export function configDocument(): string {
  const rows = Object.entries<Setting>(SETTINGS).map(
    ([name, { description, unset }]) => `| \`${name}\` | ${description} | ${unset} |`,
  );
  return `# Settings

All come from the environment; an empty one counts as unset. Bad configuration stops the start with one message that
names every setting at fault. This page is generated.

| setting | what it does | unset means |
|---|---|---|
${rows.join('\n')}
`;
}
