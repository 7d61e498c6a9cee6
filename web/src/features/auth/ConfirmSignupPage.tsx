import { Button } from '@mantine/core';
import type { Done } from '@switchback/contracts/endpoints/auth';
import { mailedPage } from '@switchback/contracts/rules/pages';
import { useState } from 'react';
import { Link } from 'react-router';
import { CODES } from '../../api/error-codes.js';
import { asCallError } from '../../api/error.js';
import { Notice } from '../../components/Notice.js';
import { Panel } from '../../components/Panel.js';
import { storedWayBack } from '../../lib/store/origin.js';
import { authTexts } from '../../texts/auth.js';
import { texts } from '../../texts/en.js';
import { useConfirmSignUpQuery } from './auth-endpoints.js';
import { FailedLink } from './FailedLink.js';
import { SignupPasswordForm } from './SignupPasswordForm.js';
import { useMailedLink } from './use-mailed-link.js';

const words = authTexts;

/** Landing page of the sign-up link. Creates the account on load, or once the user enters the password. */
export default function ConfirmSignupPage() {
  const link = useMailedLink();
  const { data, error } = useConfirmSignUpQuery(link);
  const [confirmed, setConfirmed] = useState<Done>();
  const done = data ?? confirmed;
  const logIn = (
    <Button component={Link} to="/login" state={{ signUpCode: link.code, origin: storedWayBack('local').origin }}>
      {texts.account.logIn}
    </Button>
  );
  return (
    <Panel title={words.confirmSignup.title} head={(product) => mailedPage(product, '/signup/verify')}>
      {done !== undefined ? (
        <Notice kind="success" title={done.title} text={done.details}>
          {logIn}
        </Notice>
      ) : error === undefined ? (
        <p role="status">{words.checking}</p>
      ) : asCallError(error).code === CODES.signUpPasswordNeeded ? (
        <SignupPasswordForm link={link} lead={whyAsked(error)} onDone={setConfirmed} />
      ) : (
        <FailedLink error={error} isOld={({ code }) => code === CODES.alreadyConfirmed} next={logIn} />
      )}
    </Panel>
  );
}

/** Returns the error of the password field, which names the username; falls back to the general message. */
function whyAsked(error: unknown): string {
  const { fields, message } = asCallError(error);
  return fields?.['password']?.message ?? message;
}
