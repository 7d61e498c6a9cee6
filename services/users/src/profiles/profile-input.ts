import { Inject, Injectable } from '@nestjs/common';
import { PLACES } from '@switchback/platform/nest/tokens';
import { ACCOUNT_MESSAGES } from '@switchback/contracts/rules/accounts';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { refuseField } from '@switchback/platform/errors';
import type { Places } from '@switchback/platform/places/places';
import type { Profile } from './profile.entity.js';

type Regions = Pick<Profile, 'countryId' | 'stateId' | 'cityId'>;
type Texts = Pick<Profile, 'firstName' | 'lastName' | 'bio'>;

/** A person's input; absent fields stay unchanged. */
export interface TypedProfile {
  firstName?: string | undefined;
  lastName?: string | undefined;
  bio?: string | undefined;
  /** 0 for none. */
  countryId?: number | undefined;
  stateId?: number | undefined;
  cityId?: number | undefined;
}

/** Validates people's input about themselves. */
@Injectable()
export class ProfileInput {
  constructor(@Inject(PLACES) private readonly places: Pick<Places, 'countries' | 'states' | 'cities'>) {}

  /** @throws ProductError `invalidInput` on the invalid field. */
  async parse(current: Regions, typed: TypedProfile): Promise<Partial<Texts> & Regions> {
    const texts: Partial<Texts> = {
      ...textOf('firstName', typed.firstName, LIMITS.nameMax),
      ...textOf('lastName', typed.lastName, LIMITS.nameMax),
      ...textOf('bio', typed.bio, LIMITS.bioMax, ACCOUNT_MESSAGES.bioTooLong),
    };
    const regions = chosenRegions(current, typed);
    await this.requireRegions(regions);
    return { ...texts, ...regions };
  }

  /** Requires each region to lie in the one above it. */
  private async requireRegions({ countryId, stateId, cityId }: Regions): Promise<void> {
    const among = (regions: { id: number }[], id: number) => regions.some((region) => region.id === id);
    if (countryId !== null && !among(await this.places.countries(), countryId)) throw noSuchRegion('country');
    if (stateId !== null && !among(await this.places.states(countryId ?? 0), stateId)) throw noSuchRegion('state');
    if (cityId !== null && !among(await this.places.cities(countryId ?? 0, stateId ?? 0), cityId))
      throw noSuchRegion('city');
  }
}

/** A new country clears the state, and a new state clears the city, unless the input names one. */
function chosenRegions(current: Regions, { countryId, stateId, cityId }: TypedProfile): Regions {
  const country = countryId === undefined ? current.countryId : orNull(countryId);
  const stays = country === current.countryId;
  const state = stateId === undefined ? storedIf(stays, current.stateId) : orNull(stateId);
  const city = cityId === undefined ? storedIf(stays && state === current.stateId, current.cityId) : orNull(cityId);
  return { countryId: country, stateId: state, cityId: city };
}

function storedIf(stays: boolean, id: number | null): number | null {
  return stays ? id : null;
}

function orNull(id: number): number | null {
  return id === 0 ? null : id;
}

function textOf(field: keyof Texts, typed: string | undefined, max: number, tooLong?: string): Partial<Texts> {
  if (typed === undefined) return {};
  const text = typed.trim();
  if ([...text].length > max) throw refuseField(field, 'invalidInput', tooLong ?? `At most ${max} characters.`);
  if (text.includes('\0')) throw refuseField(field, 'invalidInput', 'Holds a character that no text can.');
  return { [field]: text };
}

function noSuchRegion(field: 'country' | 'state' | 'city') {
  return refuseField(field, 'invalidInput', `There is no such ${field}.`);
}
