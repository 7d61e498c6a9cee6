import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reduces the bill of materials (sbom.cdx.json) to the packages in the folder. */
export function keepPresent(target) {
  const bill = join(target, 'sbom.cdx.json');
  const all = JSON.parse(readFileSync(bill, 'utf8'));
  const manifests = globSync('**/node_modules/{*,@*/*}/package.json', { cwd: target });
  const present = new Set(
    manifests.map((path) => {
      const { name, version } = JSON.parse(readFileSync(join(target, path), 'utf8'));
      return `${name}@${version}`;
    }),
  );
  const kept = {
    ...all,
    components: all.components.filter((component) => present.has(component['bom-ref'])),
    dependencies: all.dependencies
      .filter(({ ref }) => present.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => present.has(other)) })),
  };
  writeFileSync(bill, `${JSON.stringify(kept, null, 1)}\n`);
}
