import { plainPage } from '@switchback/contracts/rules/pages';
import { useLocation } from 'react-router';
import { Panel } from '../../components/Panel.js';
import { useOrigin } from '../../lib/origin.js';
import { authTexts } from '../../texts/auth.js';
import { LoginForm } from './LoginForm.js';

const words = authTexts.login;

/** The login as a page; the route takes who is logged in back to where they came from. */
export default function LoginPage() {
  return (
    <Panel title={words.title} head={(product) => plainPage(product, '/login')} lead={words.lead}>
      <LoginForm origin={useOrigin()} {...useSignUpCode()} />
    </Panel>
  );
}

/** Brought by who comes from the page that confirmed their sign-up. */
function useSignUpCode(): { signUpCode?: string } {
  const state = useLocation().state as { signUpCode?: unknown } | null;
  return typeof state?.signUpCode === 'string' ? { signUpCode: state.signUpCode } : {};
}
