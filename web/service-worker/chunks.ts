import type { Rolldown } from 'vite';

export type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

export function chunksOf(bundle: Bundle): Chunk[] {
  return Object.values(bundle).filter((file) => file.type === 'chunk');
}

/** Returns the chunk with the module whose path ends so. */
export function chunkOf(chunks: readonly Chunk[], end: string): Chunk {
  const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.replaceAll('\\', '/').endsWith(end)));
  if (found === undefined) throw new Error(`No file of the build contains ${end}, which the page needs.`);
  return found;
}

/** Returns the names of the chunks with everything they import, and of their styles. */
export function withImports(roots: readonly Chunk[], bundle: Bundle): string[] {
  const files = new Set<string>();
  const visit = (chunk: Chunk) => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    const styles = (chunk as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? [];
    for (const style of styles) files.add(style);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') visit(imported);
    }
  };
  roots.forEach(visit);
  return [...files];
}
