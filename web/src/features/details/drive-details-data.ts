import type { DriveDetails } from '@switchback/contracts/resources/drive';

/** A drive as the details call answers it without `fields`. */
export type DriveDetailsData = DriveDetails;
