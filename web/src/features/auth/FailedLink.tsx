import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { asCallError, type CallError } from '../../api/error.js';
import { Notice } from '../../components/Notice.js';
import { authTexts } from '../../texts/auth.js';

interface Props {
  error: unknown;
  /** Whether the link used to be valid: then it is not an error, and the page offers `next`. */
  isOld: (error: CallError) => boolean;
  /** Next step for an old link. */
  next: ReactNode;
  /** Another remedy for a failed link, next to contacting us. */
  instead?: ReactNode;
}

/** Explains why a mailed link failed, and offers a next step. */
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
