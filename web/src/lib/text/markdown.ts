/**
 * The subset of Markdown for an installation's texts: headings, paragraphs, flat lists, emphasis and links. It is
 * parsed to data that React renders, never to HTML: a tag in a file is shown as text, so that no script runs.
 */

export type Inline = { kind: 'text' | 'strong' | 'em'; text: string } | { kind: 'link'; text: string; href: string };

export type Block =
  | { kind: 'paragraph' | 'heading'; content: readonly Inline[] }
  | { kind: 'bullets' | 'numbers'; items: readonly (readonly Inline[])[] };

export interface MarkdownSection {
  /** Fragment of the section's address. */
  id: string;
  title: string;
  blocks: readonly Block[];
}

export interface MarkdownPage {
  title: string;
  /** Content between the title and the first section. */
  lead: readonly Block[];
  sections: readonly MarkdownSection[];
}

const HEADING = /^(#{1,6})\s+(.*?)\s*(?:\{#([\w-]+)\})?\s*#*$/;
const BULLET = /^[-*+]\s+(.*)$/;
const NUMBER = /^\d{1,4}[.)]\s+(.*)$/;
const INLINE = /\[([^[\]]+)\]\(([^()\s]+)\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g;
/** Other links, above all `javascript:`, stay text. */
const SAFE_LINK = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i;

/** Parses a text: `#` is its title, `##` starts a section, whose id is `{#id}` or derived from its title. */
export function parseMarkdown(text: string): MarkdownPage {
  const page = { title: '', lead: [] as Block[], sections: [] as (MarkdownSection & { blocks: Block[] })[] };
  const taken = new Set<string>();
  let blocks = page.lead;
  for (const lines of paragraphsOf(text)) {
    const [, marks, title = '', named] = HEADING.exec(lines[0] ?? '') ?? [];
    if (marks === '#') page.title = title;
    else if (marks === '##') {
      const section = { id: freeId(named ?? slugOf(title), taken), title, blocks: [] };
      page.sections.push(section);
      blocks = section.blocks;
    } else blocks.push(blockOf(lines));
  }
  return page;
}

/** Parses a text without sections: headings of every level are blocks. */
export function parseBlocks(text: string): Block[] {
  return paragraphsOf(text).map(blockOf);
}

/** Groups lines into blocks; a heading is always a block of its own, and so is a list below a paragraph. */
function paragraphsOf(text: string): string[][] {
  const groups: string[][] = [[]];
  let kind = '';
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const next = kindOf(line, kind);
    if (next !== kind || next === 'heading') groups.push([]);
    if (next !== '') groups.at(-1)?.push(line.trim());
    kind = next;
  }
  return groups.filter(({ length }) => length > 0);
}

function kindOf(line: string, before: string): string {
  const trimmed = line.trim();
  if (trimmed === '') return '';
  if (HEADING.test(trimmed)) return 'heading';
  if (BULLET.test(trimmed)) return 'bullets';
  if (NUMBER.test(trimmed)) return 'numbers';
  // An unmarked line after a list item continues it.
  return before === 'bullets' || before === 'numbers' ? before : 'paragraph';
}

function blockOf(lines: readonly string[]): Block {
  const [, , title] = HEADING.exec(lines[0] ?? '') ?? [];
  if (title !== undefined) return { kind: 'heading', content: inlineOf(title) };
  for (const [kind, mark] of [['bullets', BULLET] as const, ['numbers', NUMBER] as const])
    if (mark.test(lines[0] ?? '')) return { kind, items: itemsOf(lines, mark).map(inlineOf) };
  return { kind: 'paragraph', content: inlineOf(lines.join(' ')) };
}

function itemsOf(lines: readonly string[], mark: RegExp): string[] {
  const items: string[] = [];
  for (const line of lines) {
    const [, item] = mark.exec(line) ?? [];
    if (item === undefined) items.push(`${items.pop() ?? ''} ${line}`);
    else items.push(item);
  }
  return items;
}

function inlineOf(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, label, href = '', strong, em = ''] = match;
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    if (label === undefined)
      parts.push(strong === undefined ? { kind: 'em', text: em } : { kind: 'strong', text: strong });
    else parts.push(SAFE_LINK.test(href) ? { kind: 'link', text: label, href } : { kind: 'text', text: label });
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

function slugOf(title: string): string {
  const slug = title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return slug.replaceAll(/^-|-$/g, '') || 'section';
}

function freeId(requested: string, taken: Set<string>): string {
  let id = requested;
  for (let number = 2; taken.has(id); number += 1) id = `${requested}-${number}`;
  taken.add(id);
  return id;
}
