import { LegalPage } from './LegalPage.js';

export default function TermsPage() {
  return <LegalPage page="terms" />;
}
