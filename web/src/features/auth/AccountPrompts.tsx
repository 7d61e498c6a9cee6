import { useLocation } from 'react-router';
import { Dialog } from '../../components/Dialog.js';
import formStyles from '../../components/form/Form.module.css';
import { UpgradeOffer } from '../../components/UpgradeOffer.js';
import { promptClosed, promptLeft } from '../../lib/store/prompt-slice.js';
import { useAppDispatch, useAppSelector } from '../../lib/store/store.js';
import { authTexts } from '../../texts/auth.js';
import { texts } from '../../texts/en.js';
import { LoginForm } from './LoginForm.js';

const words = authTexts;

/** Prompts for a login or an account upgrade before the action that the user attempted. */
export default function AccountPrompts() {
  const open = useAppSelector((state) => state.prompt.open);
  const dispatch = useAppDispatch();
  const { pathname, search } = useLocation();
  const close = () => dispatch(promptClosed());
  const leave = () => dispatch(promptLeft());
  return (
    <>
      <Dialog opened={open === 'login'} onClose={close} title={words.login.title}>
        <div className={formStyles.form}>
          <p>{words.prompt.login}</p>
          <LoginForm origin={{ origin: pathname + search }} onLeave={leave} />
        </div>
      </Dialog>
      <Dialog opened={open === 'upgrade'} onClose={close} title={texts.account.types.hero}>
        <div className={formStyles.form}>
          <p>{words.prompt.upgrade}</p>
          <UpgradeOffer onLeave={leave} />
        </div>
      </Dialog>
    </>
  );
}
