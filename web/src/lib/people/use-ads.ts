import { AD_FRAME } from '@switchback/contracts/rules/ads';
import { useSettingsQuery } from '../../api/api.js';
import { adsTexts } from '../../texts/ads.js';
import { useAppSelector } from '../store/store.js';
import { useSession, useUser } from './use-user.js';

/** A text-only advertisement; it loads nothing. */
export interface AdCard {
  title: string;
  text: string;
  action: string;
  url: string;
}

/** Content of a slot: a text, a provider's frame, or the question whether that may be loaded. */
export type Ad = { kind: 'card'; card: AdCard } | { kind: 'frame'; src: string } | { kind: 'ask' };

/** Returns the content of a page's slots by number; null if there are none. */
export type AdSource = ((slot: number) => Ad) | null;

/**
 * Returns this person's advertisements: none for Hero and staff. None either until the account is known, so that no
 * Hero sees one for a moment.
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
    // The question is asked only in the first slot, and only until it is answered.
    if (ads.provider && consent === null && slot === 0) return { kind: 'ask' };
    // Neither list can be empty.
    return { kind: 'card', card: cards[slot % cards.length] as AdCard };
  };
}
