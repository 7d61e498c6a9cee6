import { AD_FRAME } from '@switchback/contracts/rules/ads';
import { useSettingsQuery } from '../api/api.js';
import { adsTexts } from '../texts/ads.js';
import { useAppSelector } from './store.js';
import { useSession, useUser } from './use-user.js';

/** An advertisement made of words; nothing is loaded for it. */
export interface AdCard {
  title: string;
  text: string;
  action: string;
  url: string;
}

/** What a slot shows: words, a provider's frame, or the question whether that may be loaded. */
export type Ad = { kind: 'card'; card: AdCard } | { kind: 'frame'; src: string } | { kind: 'ask' };

/** What fills the slots of a page, by their number; null where there are no slots. */
export type AdSource = ((slot: number) => Ad) | null;

/**
 * The advertisements of this person: none for Hero and staff. While it is not known who that is, there are none either,
 * so that no Hero ever sees one pass by.
 */
export function useAds(): AdSource {
  const ads = useSettingsQuery().data?.ads ?? null;
  const session = useSession();
  const user = useUser();
  const consent = useAppSelector((state) => state.consent.cookie);
  if (ads === null || (session !== null && user?.accountType !== 'free')) return null;
  if (ads.provider && consent?.given === true) return () => ({ kind: 'frame', src: AD_FRAME });
  const cards = ads.own ?? adsTexts.house(session === null);
  return (slot) => {
    // The question stands in the first slot alone, and goes once it is answered.
    if (ads.provider && consent === null && slot === 0) return { kind: 'ask' };
    // There is always one: neither list can be empty.
    return { kind: 'card', card: cards[slot % cards.length] as AdCard };
  };
}
