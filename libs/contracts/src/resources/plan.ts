import { z } from 'zod';
import { WAY_TASTES } from '../rules/directions.js';
import { DIRECTIONS_SOURCES } from '../rules/drives.js';
import { curviness, maneuver } from './drive.js';

const planLeg = z
  .object({
    driveId: z.string().nullable().describe('The drive that it follows, in either direction; null for a way.'),
    distance: z.number().describe('Meters.'),
    duration: z.number().describe('Seconds.'),
    path: z.string().describe('Google-encoded polyline, precision 5.'),
    from: z
      .number()
      .nullable()
      .describe('Where on the drive the leg starts, in meters of its distance from its start; null for a way.'),
    to: z
      .number()
      .nullable()
      .describe('Where on the drive the leg ends; less than `from` if it is driven from its end. Null for a way.'),
    maneuvers: z.array(maneuver).nullish().describe('Of a way; null if no router knows them, and for a drive.'),
  })
  .meta({ id: 'PlanLeg' });

/** An outing that begins and ends at the same place, or a way to another one. */
export const plan = z
  .object({
    legs: z.array(planLeg).describe('In order of travel; each begins where the previous one ends.'),
    distance: z.number().describe('Meters.'),
    duration: z.number().describe('Seconds.'),
    curviness: curviness.describe('Of its drives; of the whole line if a router made it.'),
    repeatedShare: z.number().min(0).max(1).describe('Share of the distance on roads that it drives more than once.'),
    source: z
      .enum(DIRECTIONS_SOURCES)
      .describe('The router that made it; `approximate` for a chain of drives, whose ways are straight lines.'),
    way: z
      .object({
        taste: z.enum(WAY_TASTES),
        motorwayShare: z.number().min(0).max(1).describe('Part of the distance on motorways.'),
        towns: z.array(z.string()).describe('Names of the towns that it crosses, in order.'),
      })
      .optional()
      .describe('Of a way to another place; absent for an outing back home.'),
  })
  .meta({ id: 'Plan' });
export type Plan = z.infer<typeof plan>;
