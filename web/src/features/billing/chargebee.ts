import type { PaymentIntent } from '@switchback/contracts/endpoints/billing';

/** The provider's script; loaded only where cards are entered. */
const SCRIPT = 'https://js.chargebee.com/v2/chargebee.js';
const LOAD_TIMEOUT_MS = 15_000;

export const CARD_FIELDS = ['number', 'expiry', 'cvv'] as const;
export type CardField = (typeof CARD_FIELDS)[number];

export interface FieldState {
  complete: boolean;
  error?: { message?: string } | null;
}

/** The part of the provider's script that we use: https://www.chargebee.com/docs/js/component-field-api-ref */
export interface CardComponent {
  createField(
    name: CardField,
    options: { ariaLabel: string; placeholder?: string },
  ): {
    at(selector: string): void;
    on(event: 'change', listener: (state: FieldState) => void): void;
  };
  on(event: 'ready', listener: () => void): void;
  mount(): unknown;
  authorizeWith3ds(
    intent: PaymentIntent,
    additional: { billingAddress: { firstName: string; lastName: string } },
  ): Promise<PaymentIntent>;
}

interface Chargebee {
  init(options: { site: string; publishableKey: string }): {
    load(module: 'components'): Promise<unknown>;
    createComponent(kind: 'card', options: { style: { base: Record<string, string> }; locale?: string }): CardComponent;
  };
}

type Instance = ReturnType<Chargebee['init']>;

/** Singleton: the provider's script cannot be initialized twice on a page. */
let instance: Promise<Instance> | null = null;

export function chargebee(site: string, publishableKey: string): Promise<Instance> {
  instance ??= start(site, publishableKey).catch((cause: unknown) => {
    instance = null;
    throw cause;
  });
  return instance;
}

async function start(site: string, publishableKey: string): Promise<Instance> {
  const loaded = (globalThis as { Chargebee?: Chargebee }).Chargebee ?? (await loadScript());
  const started = loaded.init({ site, publishableKey });
  await started.load('components');
  return started;
}

function loadScript(): Promise<Chargebee> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('The script of the payment provider could not be loaded.'));
    };
    const timer = setTimeout(fail, LOAD_TIMEOUT_MS);
    script.src = SCRIPT;
    script.async = true;
    script.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    script.onload = () => {
      clearTimeout(timer);
      const { Chargebee: loaded } = globalThis as { Chargebee?: Chargebee };
      if (loaded === undefined) fail();
      else resolve(loaded);
    };
    document.head.append(script);
  });
}
