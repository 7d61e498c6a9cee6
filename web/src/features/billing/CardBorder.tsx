import { CARD_PAGE } from '@switchback/contracts/rules/pages';
import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { Outlet } from 'react-router';
import { useSettingsQuery } from '../../api/api.js';
import { keepPrompt } from '../../lib/prompt-slice.js';
import type { RootState } from '../../lib/store.js';

/**
 * Around the page that takes cards. Its document lets the provider of payments in and nobody else, other documents let
 * others in and not the provider: the way in and out loads the page anew, and what somebody came for survives it.
 */
export default function CardBorder() {
  const { data, isLoading } = useSettingsQuery();
  const store = useStore<RootState>();
  const isBorder = data?.billing.provider === 'chargebee';
  const isOutside = isBorder && !isCardDocument();
  useEffect(() => {
    if (!isBorder) return;
    const cross = () => {
      keepPrompt(store.getState().prompt);
      location.reload();
    };
    if (isOutside) cross();
    return () => {
      if (location.pathname !== CARD_PAGE) cross();
    };
  }, [isBorder, isOutside, store]);
  return isLoading || isOutside ? null : <Outlet />;
}

/** Whether this document was served for the page that takes cards; addresses that came later do not count. */
function isCardDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name, location.href).pathname === CARD_PAGE;
}
