// Aim: an operator who sets only some of the Chargebee settings learns which ones are missing, and no secret is shown.
import { describe, expect, it } from '@jest/globals';
import { ConfigError, loadSettings } from '@switchback/platform/config/settings';
import { billingSettings } from './billing-settings.js';

const CHARGEBEE = {
  CHARGEBEE_SITE: 'drives',
  CHARGEBEE_PUBLISHABLE_KEY: 'test_pub',
  CHARGEBEE_API_KEY: 'canary-key',
  CHARGEBEE_WEBHOOK_USER: 'hooks',
  CHARGEBEE_WEBHOOK_PASSWORD: 'canary-password',
};
const of = (environment: Record<string, string>) => billingSettings(loadSettings(environment));

describe('the settings of billing', () => {
  it('select the sandbox without Chargebee', () => {
    const { chargebee, price } = of({ HERO_CURRENCY: 'EUR', HERO_PRICE: '3199' });
    expect(chargebee).toBeNull();
    expect(price).toEqual({ id: 'Hero-EUR-Yearly', amount: 3_199, currencyCode: 'EUR' });
  });

  it('select Chargebee with all five of its settings', () => {
    expect(of(CHARGEBEE).chargebee).toEqual({
      site: 'drives',
      apiKey: 'canary-key',
      webhookUser: 'hooks',
      webhookPassword: 'canary-password',
    });
  });

  it.each(['CHARGEBEE_API_KEY', 'CHARGEBEE_WEBHOOK_USER', 'CHARGEBEE_WEBHOOK_PASSWORD'] as const)(
    'report %s if it is missing',
    (name) => {
      const rest = { ...CHARGEBEE, [name]: '' };
      let thrown: unknown;
      try {
        of(rest);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(ConfigError);
      expect((thrown as ConfigError).message).toContain(name);
      expect((thrown as ConfigError).message).not.toContain('canary');
    },
  );
});
