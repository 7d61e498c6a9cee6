import { LegalPage } from './LegalPage.js';

export default function PrivacyPage() {
  return <LegalPage page="privacy" />;
}
