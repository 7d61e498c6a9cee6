import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mail.js';

/** Sender of the product's mail. */
export interface Sender {
  /** `Name <address>`, or an address. */
  from: string;
  /** Domain part of message ids. */
  domain: string;
}

/** Converts a mail to nodemailer's format, with access to files and URLs disabled. */
export function messageOf({ id, to, replyTo, subject, text, html }: Mail, { from, domain }: Sender): SendMailOptions {
  return {
    from,
    subject,
    text,
    ...(html !== undefined && { html }),
    // An object counts as a single address, whatever it contains.
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    messageId: `<${id}@${domain}>`,
    // Suppresses automatic replies: RFC 3834.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
