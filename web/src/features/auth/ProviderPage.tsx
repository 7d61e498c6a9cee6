import { PROVIDER_PAGE, providerPage } from '@switchback/contracts/rules/pages';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { asCallError, asksForCode } from '../../api/error.js';
import { checkOneTimeCode, OneTimeCodeField } from '../account/OneTimeCodeField.js';
import formStyles from '../../components/form/Form.module.css';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { useFields } from '../../components/form/use-fields.js';
import { Notice } from '../../components/Notice.js';
import { Panel } from '../../components/Panel.js';
import { storedWayBack } from '../../lib/store/origin.js';
import { intentBrought } from '../../lib/store/prompt-slice.js';
import { useAppDispatch } from '../../lib/store/store.js';
import { authTexts } from '../../texts/auth.js';
import { texts } from '../../texts/en.js';
import { useFinishOidcMutation } from './auth-endpoints.js';

const words = authTexts;

/** Callback page of the login provider. Redeems the provider's response on load, once. */
export default function ProviderPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [answer] = useState(() => search.slice(1));
  const [{ origin, intent }] = useState(() => storedWayBack('session'));
  const [finish, { data, error }] = useFinishOidcMutation();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    // The query string is secret and cannot be redeemed twice.
    void navigate(PROVIDER_PAGE, { replace: true });
    dispatch(intentBrought(intent));
    void finish({ answer });
  }, [answer, intent, dispatch, finish, navigate]);
  if (data !== undefined) return <Navigate to={origin} replace />;
  return (
    <Panel title={words.login.title} head={providerPage}>
      {error === undefined ? (
        <p role="status">{words.checking}</p>
      ) : asksForCode(error) ? (
        <CodeForm answer={answer} origin={origin} />
      ) : (
        <Notice kind="error" title={asCallError(error).title} text={asCallError(error).message}>
          <Link to="/login" state={{ origin }}>
            {words.provider.logIn}
          </Link>
        </Notice>
      )}
    </Panel>
  );
}

function CodeForm({ answer, origin }: { answer: string; origin: string }) {
  const { register, handleSubmit, formState, showRefusal } = useFields({ oneTimeCode: '' });
  const [finish, { data }] = useFinishOidcMutation();
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ oneTimeCode }) => {
    const { error } = await finish({ answer, oneTimeCode });
    if (error !== undefined) showRefusal(error);
  });
  if (data !== undefined) return <Navigate to={origin} replace />;
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <OneTimeCodeField
        {...register('oneTimeCode', { validate: checkOneTimeCode })}
        description={words.fields.oneTimeCodeHelp}
        autoFocus
        error={errors.oneTimeCode?.message}
      />
      <SubmitButton busy={isSubmitting} error={errors.root?.message}>
        {texts.account.logIn}
      </SubmitButton>
    </form>
  );
}
