import { FitBaseType, FitEncoder } from 'fit-file-parser';

/** Latitude, longitude, elevation in meters, minutes from the start. */
export type FitPoint = [lat: number, lng: number, meters: number, minutes: number];

interface FitFile {
  points: readonly FitPoint[];
  /** Turns the file into a course. */
  name?: string;
  coursePoints?: readonly [name: string, lat: number, lng: number][];
}

const [COURSE, COURSE_POINT, RECORD] = [31, 32, 20];
/** Seconds since the FIT epoch, in 2024. */
const START = 1_100_000_000;

/** Returns a file as devices write it. */
export function fitFile({ points, name, coursePoints = [] }: FitFile): Buffer {
  const encoder = new FitEncoder();
  if (name !== undefined) encoder.writeMessage(COURSE, [textField(5, name)]);
  for (const [label, lat, lng] of coursePoints) {
    encoder.writeMessage(COURSE_POINT, [angleField(2, lat), angleField(3, lng), textField(6, label)]);
  }
  for (const [lat, lng, meters, minutes] of points) {
    encoder.writeMessage(RECORD, [
      angleField(0, lat),
      angleField(1, lng),
      { number: 2, size: 2, baseType: FitBaseType.Uint16, value: (meters + 500) * 5 },
      { number: 253, size: 4, baseType: FitBaseType.Uint32, value: START + minutes * 60 },
    ]);
  }
  return Buffer.from(encoder.close());
}

/** Encodes an angle in semicircles. */
function angleField(number: number, degrees: number) {
  return { number, size: 4, baseType: FitBaseType.Sint32, value: Math.round((degrees * 2 ** 31) / 180) };
}

function textField(number: number, text: string) {
  const value = FitEncoder.string(text);
  return { number, size: value.length, baseType: FitBaseType.String, value };
}
