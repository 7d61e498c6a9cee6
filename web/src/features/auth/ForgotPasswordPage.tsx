import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { Link } from 'react-router';
import { ForgotPasswordForm } from '../account/ForgotPasswordForm.js';
import formStyles from '../../components/form/Form.module.css';
import { Panel } from '../../components/Panel.js';
import { useOrigin } from '../../lib/store/origin.js';
import { authTexts } from '../../texts/auth.js';

const words = authTexts.forgotPassword;

export default function ForgotPasswordPage() {
  return (
    <Panel title={words.title} head={(product) => plainPage(product, '/forgot-password')}>
      <ForgotPasswordForm />
      <Link to="/login" state={useOrigin()} className={formStyles.link}>
        {words.backToLogin}
      </Link>
    </Panel>
  );
}
