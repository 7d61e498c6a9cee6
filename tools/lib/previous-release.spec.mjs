// Aim: the pipeline runs the previous release's specs of what changed, and of nothing else.
import { describe, expect, it } from '@jest/globals';
import { specsOf } from './previous-release.mjs';

describe('The specs that a change of the schema concerns', () => {
  it('are those of the services with new or changed migrations, each once', () => {
    const files = [
      'services/media/src/migrations/1796300000000-add-tombstones.ts',
      'services/media/src/migrations/all.ts',
      'services/media/src/migrations/1796094000000-hide-photos.ts',
      'services/users/src/migrations/1795478400000-create-users.ts',
    ];
    expect(specsOf(files)).toEqual(['services/media/src', 'services/users/src']);
  });

  it('include those of the index and of the bus', () => {
    expect(specsOf(['services/search/src/index/postgres/columns.ts'])).toEqual(['services/search/src/index/postgres']);
    expect(specsOf(['libs/platform/src/events/outbox.ts'])).toEqual(['libs/testing/src/postgres-bus']);
  });

  it('are none if only code or tests changed', () => {
    const files = ['services/media/src/links.ts', 'services/users/src/migrations/add-audience.spec.ts', 'README.md'];
    expect(specsOf(files)).toEqual([]);
  });
});
