import { useEffect, useRef, useState } from 'react';
import { billingTexts } from '../../texts/billing.js';
import { CARD_FIELDS, type CardComponent, type CardField, chargebee, type FieldState } from './chargebee.js';

const words = billingTexts.card;
const LABELS: Record<CardField, string> = { number: words.number, expiry: words.expiry, cvv: words.cvv };

export const fieldId = (name: CardField) => `chargebee-${name}`;

interface Fields {
  state: 'loading' | 'ready' | 'failed';
  component: CardComponent | null;
  /** State of each field, as reported by the provider. */
  fields: Partial<Record<CardField, FieldState>>;
  isComplete: boolean;
}

/** Mounts the provider's fields in the page, so that no card number ever reaches our code. */
export function useChargebeeFields(site: string, publishableKey: string): Fields {
  const [state, setState] = useState<Fields['state']>('loading');
  const [component, setComponent] = useState<CardComponent | null>(null);
  const [fields, setFields] = useState<Fields['fields']>({});
  const mounted = useRef(false);
  useEffect(() => {
    let isGone = false;
    const mount = async () => {
      const provider = await chargebee(site, publishableKey);
      if (isGone || mounted.current) return;
      mounted.current = true;
      const { color } = getComputedStyle(document.body);
      const card = provider.createComponent('card', { style: { base: { color, fontSize: '16px' } } });
      for (const name of CARD_FIELDS) {
        const field = card.createField(name, { ariaLabel: LABELS[name] });
        field.at(`#${fieldId(name)}`);
        field.on('change', (change) => setFields((known) => ({ ...known, [name]: change })));
      }
      card.on('ready', () => setState('ready'));
      setComponent(card);
      await card.mount();
    };
    mount().catch(() => {
      if (!isGone) setState('failed');
    });
    return () => {
      isGone = true;
    };
  }, [site, publishableKey]);
  return { state, component, fields, isComplete: CARD_FIELDS.every((name) => fields[name]?.complete === true) };
}
