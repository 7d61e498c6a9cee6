import { Button } from '@mantine/core';
import type { Done } from '@switchback/contracts/endpoints/auth';
import { mailedPage } from '@switchback/contracts/rules/pages';
import { useState } from 'react';
import { Link } from 'react-router';
import { CODES } from '../../api/error-codes.js';
import { Notice } from '../../components/Notice.js';
import { Panel } from '../../components/Panel.js';
import { authTexts } from '../../texts/auth.js';
import { useCheckPasswordResetQuery } from './auth-endpoints.js';
import { FailedLink } from './FailedLink.js';
import { ResetPasswordForm } from './ResetPasswordForm.js';
import { useMailedLink } from './use-mailed-link.js';

const words = authTexts;

/** Landing page of the password-reset link. Checks the link on load and redeems it when the form is sent. */
export default function ResetPasswordPage() {
  const link = useMailedLink();
  const [done, setDone] = useState<Done | null>(null);
  const { data, error } = useCheckPasswordResetQuery(link);
  const again = <Link to="/forgot-password">{words.forgotPassword.again}</Link>;
  return (
    <Panel title={words.resetPassword.title} head={(product) => mailedPage(product, '/reset-password/verify')}>
      {done !== null ? (
        <Notice kind="success" title={done.title} text={done.details}>
          <Button component={Link} to="/login">
            {words.resetPassword.goOn}
          </Button>
        </Notice>
      ) : error !== undefined ? (
        <FailedLink
          error={error}
          isOld={({ code }) => code === CODES.linkUsed}
          instead={again}
          next={
            <>
              {again}
              <Link to="/login">{words.forgotPassword.backToLogin}</Link>
            </>
          }
        />
      ) : data !== undefined ? (
        <ResetPasswordForm link={link} secondFactorSince={data.secondFactorSince} onDone={setDone} />
      ) : (
        <p role="status">{words.checking}</p>
      )}
    </Panel>
  );
}
