import { Link } from 'react-router';
import formStyles from '../../components/form/Form.module.css';
import { authTexts } from '../../texts/auth.js';

const words = authTexts.signup;

/** Links to the terms and the privacy policy that a new account accepts. */
export function TermsNotice({ lead }: { lead: string }) {
  return (
    <p className={formStyles.notice}>
      {lead} <Link to="/terms">{words.terms}</Link> {words.and} <Link to="/privacy">{words.privacy}</Link>.
    </p>
  );
}
