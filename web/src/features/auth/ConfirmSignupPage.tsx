import { Button } from '@mantine/core';
import { ERRORS } from '@switchback/contracts/errors';
import { Link } from 'react-router';
import { Notice } from '../../components/Notice.js';
import { Panel } from '../../components/Panel.js';
import { texts } from '../../texts/en.js';
import { useConfirmSignUpQuery } from './auth-endpoints.js';
import { FailedLink } from './FailedLink.js';
import { useMailedLink } from './use-mailed-link.js';

const words = texts.account;

/** Where the mail of a sign-up leads: the account is made as the page opens. */
export default function ConfirmSignupPage() {
  const { data, error } = useConfirmSignUpQuery(useMailedLink());
  const logIn = (
    <Button component={Link} to="/login">
      {words.logIn}
    </Button>
  );
  return (
    <Panel title={words.confirmSignup.title} description={words.confirmSignup.description}>
      {error !== undefined ? (
        <FailedLink error={error} isOld={({ code }) => code === ERRORS.alreadyConfirmed.code} next={logIn} />
      ) : data !== undefined ? (
        <Notice kind="success" title={data.title} text={data.details}>
          {logIn}
        </Notice>
      ) : (
        <p role="status">{words.checking}</p>
      )}
    </Panel>
  );
}
