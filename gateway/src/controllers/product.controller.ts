import { Controller, Inject } from '@nestjs/common';
import {
  health as healthCall,
  ownText as ownTextCall,
  settings as settingsCall,
} from '@switchback/contracts/endpoints/product';
import { heroPriceId } from '@switchback/contracts/rules/billing';
import { REGION_STATES } from '@switchback/contracts/rules/region';
import type { Settings } from '@switchback/platform/config/settings';
import { ProductError } from '@switchback/platform/errors';
import type { Health } from '@switchback/platform/health/health';
import { SETTINGS } from '@switchback/platform/nest/tokens';
import { word } from '@switchback/platform/wire/values';
import type * as proto from '@switchback/proto/roads/v1/service';
import { Answers, type InputOf } from '../contract/answers.js';
import { Region } from '../files/region.js';
import { Streets } from '../files/streets.js';
import { HEALTH } from '../http/tokens.js';
import { OwnFiles } from '../pages/own-files.js';
import { providerName } from './provider-name.js';

@Controller()
export class ProductController {
  constructor(
    @Inject(HEALTH) private readonly probes: Health,
    @Inject(SETTINGS) private readonly input: Settings,
    private readonly own: OwnFiles,
    private readonly region: Region,
    private readonly streets: Streets,
  ) {}

  @Answers(healthCall)
  async health({ params: { probe } }: InputOf<typeof healthCall>) {
    const status = probe === 'live' ? this.probes.live() : await this.probes.ready();
    if (status !== 'ok') throw new ProductError('unavailable');
    return { status };
  }

  @Answers(settingsCall)
  async settings({ call }: InputOf<typeof settingsCall>) {
    const { input: given } = this;
    return {
      productName: given.PRODUCT_NAME,
      publicUrl: given.PUBLIC_URL,
      loginProvider: given.OIDC_ISSUER === undefined ? null : providerName(given, given.OIDC_ISSUER),
      socialUrl: given.SOCIAL_URL ?? null,
      billing: {
        provider: given.CHARGEBEE_SITE === undefined ? ('sandbox' as const) : ('chargebee' as const),
        site: given.CHARGEBEE_SITE ?? null,
        publishableKey: given.CHARGEBEE_PUBLISHABLE_KEY ?? null,
        plan: { id: heroPriceId(given.HERO_CURRENCY), amount: given.HERO_PRICE, currency: given.HERO_CURRENCY },
      },
      apps: { ios: given.IOS_APP_URL ?? null, android: given.ANDROID_APP_URL ?? null },
      ads: given.ADS === 'off' ? null : { own: this.own.ads, provider: given.ADS_SCRIPT_URL !== undefined },
      accounts: { passwordMin: given.PASSWORD_MIN },
      map: {
        googleMapsApiKey: given.GOOGLE_MAPS_API_KEY ?? null,
        styles: {
          roadmap: given.MAP_STYLE_ROADMAP ?? null,
          terrain: given.MAP_STYLE_TERRAIN ?? null,
          satellite: given.MAP_STYLE_SATELLITE ?? null,
        },
        streets: await this.streets.settings(call),
      },
      region: toRegion(await this.region.get(call)),
    };
  }

  @Answers(ownTextCall)
  ownText({ params: { page } }: InputOf<typeof ownTextCall>) {
    return { markdown: this.own.texts[page] };
  }
}

function toRegion(region: proto.Region | undefined) {
  if (!region) return null;
  const { state, progress, archive } = region;
  return {
    state: word(REGION_STATES, state),
    progress,
    bounds: archive?.bounds ?? null,
    date: archive?.date || null,
  };
}
