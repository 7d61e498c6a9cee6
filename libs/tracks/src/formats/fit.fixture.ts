import { FitBaseType, FitEncoder } from 'fit-file-parser';

/** Latitude, longitude, elevation in meters, minutes from the start. */
export type FitPoint = [lat: number, lng: number, meters: number, minutes: number];

interface FitFile {
  points: readonly FitPoint[];
  /** Turns the file into a course. */
  name?: string;
  /** `type` is a number of the FIT profile's `course_point`. */
  coursePoints?: readonly [name: string, lat: number, lng: number, type?: number][];
}

const [COURSE, COURSE_POINT, RECORD] = [31, 32, 20];
/** Seconds since the FIT epoch, in 2024. */
const START = 1_100_000_000;

/** Returns a file as devices write it. */
export function fitFile({ points, name, coursePoints = [] }: FitFile): Buffer {
  const encoder = new FitEncoder();
  if (name !== undefined) encoder.writeMessage(COURSE, [textField(5, name)]);
  for (const [label, lat, lng, type = 0] of coursePoints) {
    const kind = { number: 5, size: 1, baseType: FitBaseType.Enum, value: type };
    encoder.writeMessage(COURSE_POINT, [angleField(2, lat), angleField(3, lng), kind, textField(6, label)]);
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

/** Returns a file of records that the encoder does not write. */
export function fitOfRecords(records: readonly Buffer[]): Buffer {
  const data = Buffer.concat(records);
  const header = Buffer.from([14, 0x20, 0, 0, 0, 0, 0, 0, ...Buffer.from('.FIT'), 0, 0]);
  header.writeUInt32LE(data.length, 4);
  const file = Buffer.concat([header, data]);
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16LE(FitEncoder.calculateCRC(file));
  return Buffer.concat([file, checksum]);
}

/** Returns the definition of records with a position; a developer's field has this many bytes. */
export function positionDefinition({ hasTime = false, developerBytes = 0 } = {}): Buffer {
  const time = hasTime ? [253, 4, FitBaseType.Uint32] : [];
  const fields = [...time, 0, 4, FitBaseType.Sint32, 1, 4, FitBaseType.Sint32];
  const header = developerBytes > 0 ? 0x60 : 0x40;
  const developer = developerBytes > 0 ? [1, 0, developerBytes, 0] : [];
  return Buffer.from([header, 0, 0, RECORD, 0, fields.length / 3, ...fields, ...developer]);
}

/** Returns the data of a record, after its header byte. */
export function positionData(
  header: number,
  [lat, lng]: readonly [lat: number, lng: number],
  seconds?: number,
): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt8(header);
  data.writeUInt32LE(START + (seconds ?? 0), 1);
  data.writeInt32LE(angleField(0, lat).value, 5);
  data.writeInt32LE(angleField(1, lng).value, 9);
  return seconds === undefined ? Buffer.concat([data.subarray(0, 1), data.subarray(5)]) : data;
}
