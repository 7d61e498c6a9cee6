import { Button } from '@mantine/core';
import type { Done } from '@switchback/contracts/endpoints/auth';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Dialog } from '../../components/Dialog.js';
import formStyles from '../../components/form/Form.module.css';
import { Notice } from '../../components/Notice.js';
import { useDocumentHead } from '../../lib/page/document-head.js';
import { storeWayBack, useOrigin } from '../../lib/store/origin.js';
import { useProductName } from '../../lib/page/product.js';
import { useAppSelector } from '../../lib/store/store.js';
import { authTexts } from '../../texts/auth.js';
import { type SignUpForm, useSignUpMutation } from './auth-endpoints.js';
import { ResendMail } from './ResendMail.js';
import { SignupForm } from './SignupForm.js';

const words = authTexts;

/** Sign-up dialog over the page. Closing it goes back, or home if the visit started here. */
export default function SignupModal() {
  const navigate = useNavigate();
  // The first page of a visit has no page of this site before it.
  const first = useLocation().key === 'default';
  const product = useProductName();
  const [sent, setSent] = useState<{ done: Done; form: SignUpForm } | null>(null);
  const [signUp] = useSignUpMutation();
  const origin = useOrigin();
  const intent = useAppSelector((state) => state.prompt.intent);
  useDocumentHead(plainPage(product, '/signup'));
  const note = (done: Done, form: SignUpForm) => {
    // The user may open the mail in another tab, or tomorrow.
    storeWayBack('local', origin, intent);
    setSent({ done, form });
  };
  const close = () => void (first ? navigate('/') : navigate(-1));
  return (
    <Dialog opened onClose={close} title={words.signup.title} returnFocus={false}>
      {sent === null ? (
        <SignupForm onDone={note} />
      ) : (
        <div className={formStyles.form}>
          <Notice kind="success" title={sent.done.title} text={sent.done.details}>
            <Button component={Link} to="/">
              {words.backHome}
            </Button>
          </Notice>
          <ResendMail send={async () => (await signUp(sent.form)).error} />
        </div>
      )}
    </Dialog>
  );
}
