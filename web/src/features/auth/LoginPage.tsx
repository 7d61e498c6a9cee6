import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { Panel } from '../../components/Panel.js';
import { storedWayBack, useOrigin } from '../../lib/store/origin.js';
import { intentBrought } from '../../lib/store/prompt-slice.js';
import { useAppDispatch } from '../../lib/store/store.js';
import { authTexts } from '../../texts/auth.js';
import { LoginForm } from './LoginForm.js';

const words = authTexts.login;

/** Login page; the route redirects a logged-in user to where they came from. */
export default function LoginPage() {
  const brought = useSignUpCode();
  const dispatch = useAppDispatch();
  const isConfirmed = brought.signUpCode !== undefined;
  useEffect(() => {
    // Restore the action that the user wanted before signing up.
    if (isConfirmed) dispatch(intentBrought(storedWayBack('local').intent));
  }, [isConfirmed, dispatch]);
  return (
    <Panel title={words.title} head={(product) => plainPage(product, '/login')} lead={words.lead}>
      <LoginForm origin={useOrigin()} {...brought} />
    </Panel>
  );
}

/** Returns the code passed on by the page that confirmed the sign-up, if the user comes from there. */
function useSignUpCode(): { signUpCode?: string } {
  const state = useLocation().state as { signUpCode?: unknown } | null;
  return typeof state?.signUpCode === 'string' ? { signUpCode: state.signUpCode } : {};
}
