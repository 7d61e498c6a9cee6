// Aim: every action by every role in every state of a drive has the outcome in the table: the new state and the event
// for staff, or the refusal.
import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@switchback/platform/rpc/call';
import type { DriveAccess } from '../drive/drive.policy.js';
import { type Action, moveOf, type Outcome } from './publication.js';

const CALLERS = {
  freeOwner: { userId: 'owner', accountType: 'free' },
  heroOwner: { userId: 'owner', accountType: 'hero' },
  adminOwner: { userId: 'owner', accountType: 'admin' },
  hero: { userId: 'other', accountType: 'hero' },
  admin: { userId: 'staff', accountType: 'admin' },
} satisfies Record<string, Caller>;
const ROLES = Object.keys(CALLERS) as (keyof typeof CALLERS)[];

const STATES: Readonly<Record<string, Pick<DriveAccess, 'privacy' | 'status'> | null>> = {
  new: null,
  private: { privacy: 'private', status: 'none' },
  pending: { privacy: 'public', status: 'pending' },
  'sent-back': { privacy: 'public', status: 'changes-requested' },
  published: { privacy: 'public', status: 'approved' },
};

const ACTIONS: Readonly<Record<string, Action>> = {
  'create-private': { kind: 'create', privacy: 'private' },
  'create-public': { kind: 'create', privacy: 'public' },
  'save-private': { kind: 'edit', privacy: 'private' },
  'save-public': { kind: 'edit', privacy: 'public' },
  approve: { kind: 'approve' },
  'request-changes': { kind: 'request-changes' },
  delete: { kind: 'delete' },
};

/** After a plus: the event for staff. */
const TABLE = `
state     action          freeOwner      heroOwner         adminOwner        hero           admin
new       create-private  upgradeNeeded  private           private           private        private
new       create-public   upgradeNeeded  pending+waiting   published         pending+waiting published
new       save-public     driveNotFound  driveNotFound     driveNotFound     driveNotFound  driveNotFound
new       approve         driveNotFound  driveNotFound     driveNotFound     driveNotFound  driveNotFound
new       delete          driveNotFound  driveNotFound     driveNotFound     driveNotFound  driveNotFound
private   save-private    upgradeNeeded  private           private           notAllowed     private
private   save-public     upgradeNeeded  pending+waiting   published         notAllowed     pending+waiting
private   approve         notAllowed     notAllowed        alreadyDecided    notAllowed     alreadyDecided
private   request-changes notAllowed     notAllowed        alreadyDecided    notAllowed     alreadyDecided
private   delete          gone           gone              gone              notAllowed     gone
pending   save-private    upgradeNeeded  private+withdrawn private+withdrawn notAllowed     private+withdrawn
pending   save-public     upgradeNeeded  pending+waiting   published+settled notAllowed     pending+waiting
pending   approve         notAllowed     notAllowed        published+settled notAllowed     published+settled
pending   request-changes notAllowed     notAllowed        sent-back+settled notAllowed     sent-back+settled
pending   delete          gone+withdrawn gone+withdrawn    gone+withdrawn    notAllowed     gone+withdrawn
sent-back save-private    upgradeNeeded  private+withdrawn private+withdrawn notAllowed     private+withdrawn
sent-back save-public     upgradeNeeded  pending+waiting   published+settled notAllowed     pending+waiting
sent-back approve         notAllowed     notAllowed        alreadyDecided    notAllowed     alreadyDecided
sent-back request-changes notAllowed     notAllowed        alreadyDecided    notAllowed     alreadyDecided
sent-back delete          gone+withdrawn gone+withdrawn    gone+withdrawn    notAllowed     gone+withdrawn
published save-private    notAllowed     notAllowed        publishedDrive    notAllowed     publishedDrive
published save-public     notAllowed     notAllowed        published         notAllowed     published
published approve         notAllowed     notAllowed        alreadyDecided    notAllowed     alreadyDecided
published request-changes notAllowed     notAllowed        alreadyDecided    notAllowed     alreadyDecided
published delete          notAllowed     notAllowed        gone              notAllowed     gone`;

const [, ...rows] = TABLE.trim()
  .split('\n')
  .map((row) => row.split(/\s+/));

function wordsOf(outcome: Outcome): string {
  if ('refused' in outcome) return outcome.refused;
  const { to, submission } = outcome;
  const state = Object.keys(STATES).find(
    (name) => STATES[name]?.privacy === to?.privacy && STATES[name]?.status === to?.status,
  );
  return [to === null ? 'gone' : state, submission].filter(Boolean).join('+');
}

describe('the publication of drives', () => {
  it.each(rows)('of one that is %s: %s', (state, action, ...expected) => {
    const held = STATES[state]!;
    const drive = held && { ...held, ownerId: 'owner', sharedWith: ['other'], hidden: false };
    const outcomes = ROLES.map((role) => wordsOf(moveOf(drive, CALLERS[role], ACTIONS[action]!)));
    expect(Object.fromEntries(ROLES.map((role, index) => [role, outcomes[index]]))).toEqual(
      Object.fromEntries(ROLES.map((role, index) => [role, expected[index]])),
    );
  });

  it('gives an official drive only to staff', () => {
    // Aim: a missing owner matches no user.
    const nobodys = { ownerId: null, sharedWith: [], hidden: false };
    const official: DriveAccess = { privacy: 'public', status: 'approved', ...nobodys };
    for (const action of ['save-public', 'delete']) {
      expect(ROLES.filter((role) => !('refused' in moveOf(official, CALLERS[role], ACTIONS[action]!)))).toEqual([
        'adminOwner',
        'admin',
      ]);
    }
  });
});
