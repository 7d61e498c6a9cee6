import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { useEffect, useState } from 'react';
import { Dialog } from '../../components/Dialog.js';
import { Panel } from '../../components/Panel.js';
import { useUser } from '../../lib/people/use-user.js';
import { pagesTexts } from '../../texts/pages.js';
import { ContactFields } from './ContactFields.js';

const words = pagesTexts.contact;
const THANKS_MS = 4_000;

/** Contact form, with or without an account. */
export default function ContactPage() {
  const user = useUser();
  const [sent, setSent] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  // Remounts an empty form after each message.
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(() => setOpen(false), THANKS_MS);
    return () => clearTimeout(timer);
  }, [open]);
  return (
    <Panel title={words.title} head={(product) => plainPage(product, '/contact')} lead={words.lead}>
      <ContactFields
        key={round}
        email={user?.email ?? ''}
        onSent={(details) => {
          setSent(details);
          setOpen(true);
          setRound(round + 1);
        }}
      />
      <Dialog opened={open} onClose={() => setOpen(false)} title={words.sent}>
        <p>{sent}</p>
      </Dialog>
    </Panel>
  );
}
