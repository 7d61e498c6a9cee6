import { Link } from 'react-router';
import { ForgotPasswordForm } from '../../components/account/ForgotPasswordForm.js';
import formStyles from '../../components/form/Form.module.css';
import { Panel } from '../../components/Panel.js';
import { texts } from '../../texts/en.js';

const words = texts.account.forgotPassword;

export default function ForgotPasswordPage() {
  return (
    <Panel title={words.title} description={words.description} lead={words.lead}>
      <ForgotPasswordForm />
      <Link to="/login" className={formStyles.link}>
        {words.backToLogin}
      </Link>
    </Panel>
  );
}
