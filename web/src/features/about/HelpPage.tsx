import help from '../../texts/legal/help.md?raw';
import { LegalPage } from './LegalPage.js';

export default function HelpPage() {
  return <LegalPage page="help" shipped={help} />;
}
