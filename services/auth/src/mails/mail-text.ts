/** Content of a mail, without its layout. Plain text throughout. */
export interface MailText {
  subject: string;
  paragraphs: readonly string[];
  /** The action expected of the reader. */
  action: { label: string; link: string };
  closing: string;
}

const SANS = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1f5132;color:#ffffff;text-decoration:none';

/**
 * Renders a mail as text and as HTML with the same content. No image and no tracking: no one learns when it is read.
 */
export function renderMail({ subject, paragraphs, action, closing }: MailText, product: string) {
  const text = [...paragraphs, `${action.label}:\n${action.link}`, closing, product].join('\n\n');
  const link = escaped(action.link);
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    `<body style="margin:0;padding:24px;background:#f4f2ec;color:#1d1f1b;${SANS};font-size:16px;line-height:1.5">`,
    '<div style="max-width:520px;margin:0 auto;padding:24px;border-radius:12px;background:#ffffff">',
    `<h1 style="margin:0 0 16px;font-size:20px">${escaped(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    `<p><a href="${link}" style="${BUTTON}">${escaped(action.label)}</a></p>`,
    `<p style="font-size:14px;color:#55584f;word-break:break-all">${link}</p>`,
    `<p style="font-size:14px;color:#55584f">${escaped(closing)}</p>`,
    `<p style="margin-bottom:0;font-size:14px;color:#55584f">${escaped(product)}</p>`,
    '</div></body></html>',
  ].join('\n');
  return { subject: `${subject} - ${product}`, text: `${text}\n`, html };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
