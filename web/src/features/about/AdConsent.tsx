import { Button } from '@mantine/core';
import { useSettingsQuery } from '../../api/api.js';
import { answeredNow, cookieAnswered } from '../../lib/store/consent-slice.js';
import { useAppDispatch, useAppSelector } from '../../lib/store/store.js';
import { adsTexts } from '../../texts/ads.js';

const words = adsTexts.choice;

/** Shows the visitor's consent to a provider's ads and lets them change it. Renders nothing without an ad provider. */
export function AdConsent() {
  const dispatch = useAppDispatch();
  const provider = useSettingsQuery().data?.ads?.provider ?? false;
  const input = useAppSelector((state) => state.consent.cookie?.given ?? false);
  if (!provider) return null;
  return (
    <section aria-labelledby="ad-consent">
      <h2 id="ad-consent">{words.title}</h2>
      <p role="status">{input ? words.given : words.refused}</p>
      <Button variant="default" onClick={() => dispatch(cookieAnswered(answeredNow(!input)))}>
        {input ? words.withdraw : words.give}
      </Button>
    </section>
  );
}
