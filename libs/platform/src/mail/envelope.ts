import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mail.js';

/** Whom our mails come from. */
export interface Sender {
  /** `Name <address>`, or an address. */
  from: string;
  /** Stands behind the @ of message ids. */
  domain: string;
}

/** A mail as nodemailer takes it: nothing in it is read from files or addresses. */
export function messageOf({ id, to, replyTo, subject, text, html }: Mail, { from, domain }: Sender): SendMailOptions {
  return {
    ...{ from, subject, text },
    ...(html !== undefined && { html }),
    // As an object it is one address, whatever is in it.
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    messageId: `<${id}@${domain}>`,
    // Nobody's holiday answer comes back to us: RFC 3834.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
