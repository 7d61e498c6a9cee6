import { titleFault } from '@switchback/contracts/rules/authoring';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import type { Directions, Waypoint } from '@switchback/proto/drives/v1/drive';
import type { DrivesService, SavedDrive } from '@switchback/proto/drives/v1/service';

type Method<Name extends keyof DrivesService> = Rpc<DrivesService>[Name];

/**
 * The drives service's calls that create and change drives: each enforces roles, and answers with a plausible state.
 */
export class FakeAuthoring {
  createDrive: Method<'createDrive'> = async ({ form }, call) => {
    refuseFree(call);
    const { title = '', privacy = 'private' } = form ?? {};
    return { drive: saved('d2', title, privacy, privacy === 'private' ? 'none' : 'pending') };
  };
  saveRecord: Method<'saveRecord'> = async ({ form }, call) => {
    refuseFree(call);
    return { drive: saved('d2', form?.title ?? '', 'private', 'none') };
  };
  updateDrive: Method<'updateDrive'> = async ({ id, form }, call) => {
    refuseFree(call);
    return { drive: saved(id, form?.title ?? '', 'public', 'pending') };
  };
  deleteDrive: Method<'deleteDrive'> = async (_request, call) => {
    signedIn(call);
    return {};
  };
  checkTitle: Method<'checkTitle'> = async ({ title }, call) => {
    signedIn(call);
    if (titleFault(title)) throw refuseField('title', 'invalidInput');
    return {};
  };
  approveDrive: Method<'approveDrive'> = async ({ id }, call) => {
    refuseAllButStaff(call);
    return { drive: saved(id, 'Blue Ridge Parkway', 'public', 'approved') };
  };
  requestChanges: Method<'requestChanges'> = async ({ id }, call) => {
    refuseAllButStaff(call);
    return { drive: saved(id, 'Blue Ridge Parkway', 'public', 'changes-requested') };
  };
  route: Method<'route'> = async ({ waypoints }, call) => {
    refuseFree(call);
    const tags = [{ category: 'environment', name: 'mountain', source: 'map', meters: 9_000 }];
    return { directions: legsBetween(waypoints), note: '', countries: [], tags };
  };
  findChoices: Method<'findChoices'> = async ({ waypoints }, call) => {
    const route = await this.route({ waypoints, taste: undefined }, call);
    const figures = { distance: 45_000, duration: 2_400, motorwayShare: 0, towns: [] };
    const twisty = { ...figures, taste: 'twisty', duration: 3_000, degreesPerKm: 130, towns: ['Brevard'] };
    return {
      choices: [
        { ...figures, taste: 'fastest', route, degreesPerKm: 40, motorwayShare: 0.2 },
        { ...twisty, route },
      ],
    };
  };
  getSecretLink: Method<'getSecretLink'> = async (_request, call) => {
    refuseFree(call);
    return { link: undefined };
  };
  createSecretLink: Method<'createSecretLink'> = async ({ days }, call) => {
    refuseFree(call);
    return { link: { secret: 'q83vEjRWeJCrze8SNFZ4kA', expiresAt: `2026-01-0${Math.min(days, 9)}T00:00:00.000Z` } };
  };
  revokeSecretLink: Method<'revokeSecretLink'> = async (_request, call) => {
    signedIn(call);
    return {};
  };
}

/** Returns legs of the same line between each pair of waypoints. */
export function legsBetween(waypoints: readonly Waypoint[]): Directions {
  const legs = waypoints.slice(1).map((end, index) => {
    const start = waypoints[index]!;
    return { start, end, distance: 45_000, duration: 2_400, path: '_mxxE~xtvN~xfAfib@' };
  });
  return { source: 'track', legs };
}

function saved(id: string, title: string, privacy: string, status: string): SavedDrive {
  return { id, title, privacy, status, rev: 2 };
}

export function signedIn({ caller }: Call) {
  if (!caller) throw new ProductError('invalidSession');
  return caller;
}

export function refuseFree(call: Call): void {
  if (signedIn(call).accountType === 'free') throw new ProductError('upgradeNeeded', { additional: { upgrade: true } });
}

export function refuseAllButStaff(call: Call): void {
  if (signedIn(call).accountType !== 'admin') throw new ProductError('notAllowed');
}
