import { Panel } from '../../components/Panel.js';
import { texts } from '../../texts/en.js';
import { LoginForm } from './LoginForm.js';

const words = texts.account.login;

/** The login as a page; the route takes who is logged in back to where they came from. */
export default function LoginPage() {
  return (
    <Panel title={words.title} description={words.description} lead={words.lead}>
      <LoginForm />
    </Panel>
  );
}
