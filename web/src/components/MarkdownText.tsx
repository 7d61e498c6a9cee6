import { Link } from 'react-router';
import type { Block, Inline } from '../lib/text/markdown.js';

/** Renders Markdown blocks with the product's name filled in. */
export function MarkdownText({ blocks, product }: { blocks: readonly Block[]; product: string }) {
  return blocks.map((block, index) => <BlockText key={index} block={block} product={product} />);
}

function BlockText({ block, product }: { block: Block; product: string }) {
  if ('content' in block) {
    const Tag = block.kind === 'heading' ? 'h3' : 'p';
    return (
      <Tag>
        <InlineText parts={block.content} product={product} />
      </Tag>
    );
  }
  const Tag = block.kind === 'bullets' ? 'ul' : 'ol';
  return (
    <Tag>
      {block.items.map((item, index) => (
        <li key={index}>
          <InlineText parts={item} product={product} />
        </li>
      ))}
    </Tag>
  );
}

function InlineText({ parts, product }: { parts: readonly Inline[]; product: string }) {
  return parts.map((part, index) => {
    const text = named(part.text, product);
    if (!('href' in part)) {
      if (part.kind === 'text') return text;
      const Tag = part.kind;
      return <Tag key={index}>{text}</Tag>;
    }
    return /^[/#]/.test(part.href) ? (
      <Link key={index} to={part.href}>
        {text}
      </Link>
    ) : (
      <a key={index} href={part.href} rel="noopener">
        {text}
      </a>
    );
  });
}

/** Replaces `{product}` with the name of this installation. */
function named(text: string, product: string): string {
  return text.replaceAll('{product}', product);
}
