// Aim: a summary has every contract field in order, with null for absent values, and no fields internal to services.
import { expect, it } from '@jest/globals';
import { driveSummary, SUMMARY_FIELDS } from '@switchback/contracts/resources/drive';
import { toSummary } from '@switchback/platform/wire/drive-summary';
import { drive } from './fake-drives.js';

it('has exactly the fields of the contract', () => {
  const internal = { ...drive({ starRating: 0, reviewCount: 3 }), secret: 'of the service' };
  const summary = toSummary(internal);
  expect(Object.keys(summary)).toEqual(SUMMARY_FIELDS);
  expect(driveSummary.parse(summary)).toEqual(summary);
  expect(summary).toMatchObject({ _rev: 1, title: internal.title, starRating: 0, trafficRating: null, reviewCount: 3 });
});

it('rejects values that the contract does not know', () => {
  expect(() => toSummary(drive({ privacy: 'secret' }))).toThrow('secret');
});
