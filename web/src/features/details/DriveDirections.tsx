import type { DriveDetails } from '@switchback/contracts/resources/drive';
import type { LatLng } from '@switchback/geo/location';
import { useMemo } from 'react';
import { courseOfDrive } from '../directions/course.js';
import DirectionsDialog from '../directions/DirectionsDialog.js';
import { FileActions } from '../directions/FileActions.js';
import type { CourseFiles } from '../directions/use-delivery.js';

interface Props {
  drive: DriveDetails;
  path: readonly LatLng[];
  files: CourseFiles;
  open: boolean;
  onClose: () => void;
}

/** Directions along a drive, and its files. */
export default function DriveDirections({ drive, path, files, ...dialog }: Props) {
  const course = useMemo(() => courseOfDrive(drive, path), [drive, path]);
  return (
    <DirectionsDialog course={course} {...dialog}>
      <FileActions files={files} />
    </DirectionsDialog>
  );
}
