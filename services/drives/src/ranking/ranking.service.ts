import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { ProductError, refuseField } from '@switchback/platform/errors';
import { PLACES } from '@switchback/platform/nest/tokens';
import type { Places } from '@switchback/platform/places/places';
import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff } from '@switchback/platform/wire/audience';
import type { RankedCountry, RankedRegion, Rankings } from '@switchback/proto/drives/v1/drive';
import { Repository } from 'typeorm';
import { readCountries } from '../authoring/read-countries.js';
import { refuseForm } from '../authoring/read-form.js';
import { DriveSubmissions } from '../authoring/submissions.js';
import { Drive } from '../drive/drive.entity.js';
import { DriveEvents } from '../events/drive-events.js';
import { lockVisible, signedIn } from '../drive/visible-drive.js';

/** Ranks drives, for staff only: in the world, in countries and in their states. */
@Injectable()
export class Ranking {
  constructor(
    @InjectRepository(Drive) private readonly drives: Repository<Drive>,
    @Inject(PLACES) private readonly places: Places,
    private readonly events: DriveEvents,
    private readonly submissions: DriveSubmissions,
  ) {}

  /**
   * Replaces all rankings of a drive. @throws ProductError `invalidSession`, `notAllowed`, `driveNotFound`,
   * `invalidInput`
   */
  async rank(id: string, requested: Rankings | undefined, asking: Caller | null): Promise<Rankings> {
    const caller = signedIn(asking);
    if (!isStaff(caller)) throw new ProductError('notAllowed');
    const rankings = { world: requested?.world ?? false, countries: await this.read(requested?.countries ?? []) };
    return this.drives.manager.transaction(async (manager) => {
      const route = await lockVisible(manager, id, caller);
      const changed = { worldRanked: rankings.world, countryRankings: rankings.countries, rev: route.drive.rev + 1 };
      Object.assign(route.drive, changed);
      await manager.update(Drive, { id }, changed);
      await this.events.saved(manager, [route]);
      await this.submissions.follow(manager, route.drive);
      return rankings;
    });
  }

  /** Looks up names by id; ignores the given ones. */
  private async read(named: readonly RankedCountry[]): Promise<RankedCountry[]> {
    const { rankedCountriesMax, rankedStatesMax } = LIMITS;
    if (named.length > rankedCountriesMax) throw tooMany(`${rankedCountriesMax} countries`);
    if (named.some(({ states }) => states.length > rankedStatesMax))
      throw tooMany(`${rankedStatesMax} states of a country`);
    const { countries, faults } = await readCountries(named, this.places);
    if (Object.keys(faults).length > 0) throw refuseForm(faults);
    return countries.map(({ country, states }, index) => ({
      country: rankedAs(country, named[index]?.country),
      states: states.map((state, place) => rankedAs(state, named[index]?.states[place])),
    }));
  }
}

function rankedAs({ id, name }: Pick<RankedRegion, 'id' | 'name'>, input: RankedRegion | undefined): RankedRegion {
  return { id, name, topRanked: input?.topRanked ?? false };
}

function tooMany(what: string): ProductError {
  return refuseField('countries', 'invalidInput', `At most ${what}.`);
}
