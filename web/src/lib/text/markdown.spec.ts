// Aim: operators write an installation's texts in Markdown, and nothing in such a file can run in a browser.
import { expect, it } from 'vitest';
import { parseBlocks, parseMarkdown } from './markdown.js';

it('reads a title, a lead and sections with their addresses', () => {
  const { title, lead, sections } = parseMarkdown(
    '# Our terms\r\n\r\nLast updated today\n\n## First part {#first}\nOne\ntwo.\n\n## Être libre\n\n## First part {#first}\n',
  );
  expect(title).toBe('Our terms');
  expect(lead).toEqual([{ kind: 'paragraph', content: [{ kind: 'text', text: 'Last updated today' }] }]);
  expect(sections.map(({ id }) => id)).toEqual(['first', 'être-libre', 'first-2']);
  expect(sections[0]?.blocks).toEqual([{ kind: 'paragraph', content: [{ kind: 'text', text: 'One two.' }] }]);
});

it('reads lists, also right under a paragraph and over several lines', () => {
  const [block, list, numbers] = parseMarkdown('Please:\n- one\n  goes on\n- **two**\n\n1. first\n2. second').lead;
  expect(block).toMatchObject({ kind: 'paragraph' });
  expect(list).toEqual({
    kind: 'bullets',
    items: [[{ kind: 'text', text: 'one goes on' }], [{ kind: 'strong', text: 'two' }]],
  });
  expect(numbers).toMatchObject({ kind: 'numbers', items: [{ length: 1 }, { length: 1 }] });
});

it('keeps emphasis and links within their sentence', () => {
  expect(parseMarkdown('See [the page](/contact), *now*.').lead).toEqual([
    {
      kind: 'paragraph',
      content: [
        { kind: 'text', text: 'See ' },
        { kind: 'link', text: 'the page', href: '/contact' },
        { kind: 'text', text: ', ' },
        { kind: 'em', text: 'now' },
        { kind: 'text', text: '.' },
      ],
    },
  ]);
});

it.each(['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', '//evil.example', 'vbscript:x'])(
  'does not link %s',
  (href) => {
    const content = parseMarkdown(`[click](${href})`).lead.flatMap((block) =>
      'content' in block ? block.content : [],
    );
    expect(content.some(({ kind }) => kind === 'link')).toBe(false);
  },
);

it('shows tags as typed', () => {
  const text = '<img src=x onerror=alert(1)>';
  expect(parseMarkdown(text).lead).toEqual([{ kind: 'paragraph', content: [{ kind: 'text', text }] }]);
});

it('reads a text without sections, headings included', () => {
  expect(parseBlocks('# Tires\nFour of **them**.\n## Where\n- here').map(({ kind }) => kind)).toEqual([
    'heading',
    'paragraph',
    'heading',
    'bullets',
  ]);
});
