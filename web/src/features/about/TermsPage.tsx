import terms from '../../texts/legal/terms.md?raw';
import { LegalPage } from './LegalPage.js';

export default function TermsPage() {
  return <LegalPage page="terms" shipped={terms} />;
}
