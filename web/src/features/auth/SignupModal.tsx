import { Button } from '@mantine/core';
import type { Done } from '@switchback/contracts/endpoints/auth';
import { plainPage } from '@switchback/contracts/rules/pages';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Dialog } from '../../components/Dialog.js';
import { Notice } from '../../components/Notice.js';
import { useDocumentHead } from '../../lib/document-head.js';
import { useProductName } from '../../lib/product.js';
import { authTexts } from '../../texts/auth.js';
import { SignupForm } from './SignupForm.js';

const words = authTexts;

/** Signing up, over the page; closing it goes back, or home for who came here from outside. */
export default function SignupModal() {
  const navigate = useNavigate();
  // The first page of a visit has no page of ours before it.
  const first = useLocation().key === 'default';
  const product = useProductName();
  const [done, setDone] = useState<Done | null>(null);
  useDocumentHead(plainPage(product, '/signup'));
  const close = () => void (first ? navigate('/') : navigate(-1));
  return (
    <Dialog opened onClose={close} title={words.signup.title} returnFocus={false}>
      {done === null ? (
        <SignupForm onDone={setDone} />
      ) : (
        <Notice kind="success" title={done.title} text={done.details}>
          <Button component={Link} to="/">
            {words.backHome}
          </Button>
        </Notice>
      )}
    </Dialog>
  );
}
