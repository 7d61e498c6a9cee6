import privacy from '../../texts/legal/privacy.md?raw';
import { AdConsent } from './AdConsent.js';
import { LegalPage } from './LegalPage.js';

export default function PrivacyPage() {
  return (
    <LegalPage page="privacy" shipped={privacy}>
      <AdConsent />
    </LegalPage>
  );
}
