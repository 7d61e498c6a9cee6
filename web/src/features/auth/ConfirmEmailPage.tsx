import { Button } from '@mantine/core';
import { mailedPage } from '@switchback/contracts/rules/pages';
import { Link } from 'react-router';
import { Notice } from '../../components/Notice.js';
import { Panel } from '../../components/Panel.js';
import { authTexts } from '../../texts/auth.js';
import { useConfirmEmailChangeQuery } from './auth-endpoints.js';
import { FailedLink } from './FailedLink.js';
import { useMailedLink } from './use-mailed-link.js';

const words = authTexts;

/** Landing page of the email-change link. Replaces the old address with the new one on load. */
export default function ConfirmEmailPage() {
  const { data, error } = useConfirmEmailChangeQuery(useMailedLink());
  return (
    <Panel title={words.confirmEmail.title} head={(product) => mailedPage(product, '/email-change/verify')}>
      {error !== undefined ? (
        <FailedLink error={error} isOld={() => false} next={null} />
      ) : data !== undefined ? (
        <Notice kind="success" title={data.title} text={data.details}>
          <Button component={Link} to="/">
            {words.backHome}
          </Button>
        </Notice>
      ) : (
        <p role="status">{words.checking}</p>
      )}
    </Panel>
  );
}
