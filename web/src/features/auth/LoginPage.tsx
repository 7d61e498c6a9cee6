import { plainPage } from '@switchback/contracts/rules/pages';
import { Panel } from '../../components/Panel.js';
import { useOrigin } from '../../lib/origin.js';
import { authTexts } from '../../texts/auth.js';
import { LoginForm } from './LoginForm.js';

const words = authTexts.login;

/** The login as a page; the route takes who is logged in back to where they came from. */
export default function LoginPage() {
  return (
    <Panel title={words.title} head={(product) => plainPage(product, '/login')} lead={words.lead}>
      <LoginForm origin={useOrigin()} />
    </Panel>
  );
}
