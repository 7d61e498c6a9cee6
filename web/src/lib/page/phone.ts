/** Whether the device's main pointer is a finger. */
export function isPhone(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
