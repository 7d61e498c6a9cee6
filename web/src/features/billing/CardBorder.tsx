import { CARD_PAGE } from '@switchback/contracts/rules/pages';
import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { Outlet } from 'react-router';
import { useSettingsQuery } from '../../api/api.js';
import { storePrompt } from '../../lib/store/prompt-slice.js';
import type { RootState } from '../../lib/store/store.js';

/**
 * Wraps the page that takes cards. Its document admits the payment provider and no other third party; other documents
 * admit other third parties but not the provider. Entering or leaving therefore reloads the document, and the pending
 * prompt survives it.
 */
export default function CardBorder() {
  const { data, isLoading } = useSettingsQuery();
  const store = useStore<RootState>();
  const isBorder = data?.billing.provider === 'chargebee';
  const isOutside = isBorder && !isCardDocument();
  useEffect(() => {
    if (!isBorder) return;
    const cross = () => {
      storePrompt(store.getState().prompt);
      location.reload();
    };
    if (isOutside) cross();
    return () => {
      if (location.pathname !== CARD_PAGE) cross();
    };
  }, [isBorder, isOutside, store]);
  return isLoading || isOutside ? null : <Outlet />;
}

/** Whether this document was loaded at the card page; later client-side navigation does not count. */
function isCardDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name, location.href).pathname === CARD_PAGE;
}
