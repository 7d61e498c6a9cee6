import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { asCallError, type CallError } from '../../api/error.js';
import { Notice } from '../../components/Notice.js';
import { authTexts } from '../../texts/auth.js';

interface Props {
  error: unknown;
  /** Whether the link was fine once: then it is no error, and there is something else to do. */
  isOld: (error: CallError) => boolean;
  /** What to do in that case. */
  next: ReactNode;
  /** What may help otherwise, beside asking us. */
  instead?: ReactNode;
}

/** Says why a mailed link does nothing, and where to go from here. */
export function FailedLink({ error, isOld, next, instead }: Props) {
  const refusal = asCallError(error);
  const old = isOld(refusal);
  return (
    <Notice kind={old ? 'info' : 'error'} title={refusal.title} text={refusal.message}>
      {old ? (
        next
      ) : (
        <>
          {instead}
          <Link to="/contact">{authTexts.trouble}</Link>
        </>
      )}
    </Notice>
  );
}
