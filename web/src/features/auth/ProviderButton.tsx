import { Button } from '@mantine/core';
import { useSettingsQuery } from '../../api/api.js';
import { reasonOf } from '../../api/error.js';
import formStyles from '../../components/form/Form.module.css';
import { storeWayBack, type Origin } from '../../lib/store/origin.js';
import { useAppSelector } from '../../lib/store/store.js';
import { authTexts } from '../../texts/auth.js';
import { useBeginOidcMutation } from './auth-endpoints.js';
import { TermsNotice } from './TermsNotice.js';

interface Props {
  /** Final destination after the login. */
  origin: Origin;
  /** Navigates the browser to another server. */
  leave?: (url: string) => void;
}

/** Starts a login via the external provider; renders nothing if none is configured. */
export function ProviderButton({ origin, leave = (url) => window.location.assign(url) }: Props) {
  const provider = useSettingsQuery().data?.loginProvider ?? null;
  const intent = useAppSelector((state) => state.prompt.intent);
  const [begin, { error, isLoading }] = useBeginOidcMutation();
  if (provider === null) return null;
  const go = async () => {
    const { data } = await begin();
    if (data === undefined) return;
    storeWayBack('session', origin, intent);
    leave(data.url);
  };
  return (
    <div className={formStyles.submit}>
      <Button variant="default" fullWidth aria-disabled={isLoading} onClick={() => void (isLoading || go())}>
        {authTexts.provider.continue(provider)}
      </Button>
      <TermsNotice lead={authTexts.provider.notice} />
      <p role="alert" className={formStyles.refusal}>
        {error !== undefined && reasonOf(error)}
      </p>
    </div>
  );
}
