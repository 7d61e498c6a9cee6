import { Suspense, useState } from 'react';
import { hasDrafts } from '../../lib/store/editor-drafts.js';
import { useLogOut, useSession } from '../../lib/people/use-user.js';
import { texts } from '../../texts/en.js';
import { lazyComponent } from '../../components/lazy-component.js';

const DiscardDraftDialog = lazyComponent(() => import('./DiscardDraftDialog.js'), 'nothing');

/** Logs out; asks first if that would delete unsent drives or photos. */
export function LogOutButton({ className }: { className: string | undefined }) {
  const session = useSession();
  const logOut = useLogOut();
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    if (session !== null && (await hasDrafts(session.userId))) setAsking(true);
    else logOut();
  };
  return (
    <>
      <button type="button" className={className} onClick={() => void ask()}>
        {texts.account.logOut}
      </button>
      {isAsking && (
        <Suspense>
          <DiscardDraftDialog onConfirm={logOut} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
