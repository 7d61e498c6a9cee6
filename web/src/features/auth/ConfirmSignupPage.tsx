import { Button } from '@mantine/core';
import { mailedPage } from '@switchback/contracts/rules/pages';
import { Link } from 'react-router';
import { CODES } from '../../api/error-codes.js';
import { Notice } from '../../components/Notice.js';
import { Panel } from '../../components/Panel.js';
import { authTexts } from '../../texts/auth.js';
import { texts } from '../../texts/en.js';
import { useConfirmSignUpQuery } from './auth-endpoints.js';
import { FailedLink } from './FailedLink.js';
import { useMailedLink } from './use-mailed-link.js';

const words = authTexts;

/** Where the mail of a sign-up leads: the account is made as the page opens. */
export default function ConfirmSignupPage() {
  const { data, error } = useConfirmSignUpQuery(useMailedLink());
  const logIn = (
    <Button component={Link} to="/login">
      {texts.account.logIn}
    </Button>
  );
  return (
    <Panel title={words.confirmSignup.title} head={(product) => mailedPage(product, '/signup/verify')}>
      {error !== undefined ? (
        <FailedLink error={error} isOld={({ code }) => code === CODES.alreadyConfirmed} next={logIn} />
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
