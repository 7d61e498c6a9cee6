import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds published drives by the bounds of their line: a long drive may pass a place far from its start. */
export class IndexBounds1796864400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Bounds across the antimeridian continue beyond 180 degrees.
    const east = 'case when east < west then east + 360 else east end';
    await runner.query(`
      create index drive_bounds on drive using gist (box(point(west, south), point(${east}, north)))
        where privacy = 'public' and status = 'approved'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index drive_bounds');
  }
}
