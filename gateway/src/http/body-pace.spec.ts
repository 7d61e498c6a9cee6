// Aim: honest slow uploads may take minutes; stalled, dripping and endless ones are refused soon.
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { BodyPace, PACES } from './body-pace.js';

const open: BodyPace[] = [];
afterEach(() => open.splice(0).forEach((pace) => pace.close()));

/** Simulates a body of `bytes` sent at a rate; returns the seconds until it ended, and whether it arrived whole. */
function send(bytes: number, bytesPerSecond: number, pace: keyof typeof PACES, readableLength = 0) {
  let [seconds, refusals] = [0, 0];
  const bodies = new BodyPace({ monotonicMs: () => seconds * 1_000 });
  open.push(bodies);
  const socket = { bytesRead: 0 };
  const fields = { socket, headers: { 'content-length': String(bytes) }, complete: false, destroyed: false };
  const request = Object.assign(new EventEmitter(), { ...fields, readableLength, readableHighWaterMark: 65_536 });
  request.on('error', () => (refusals += 1));
  const response = { headersSent: false, writableFinished: false } as ServerResponse;
  bodies.watch(request as unknown as IncomingMessage, response, PACES[pace]);
  while (refusals === 0 && socket.bytesRead < bytes && seconds < 1_000) {
    seconds += 1;
    socket.bytesRead += bytesPerSecond;
    bodies.check();
  }
  return { seconds, isWhole: refusals === 0 && socket.bytesRead >= bytes };
}

describe('the body of a request', () => {
  it.each<[number, number, keyof typeof PACES]>([
    [5_000_000, 250_000, 'upload'],
    [20_000_000, 80_000, 'upload'],
    [5_000_000, 250_000, 'visitorUpload'],
    [20_000_000, 250_000, 'visitorUpload'],
    [1_000_000, 80_000, 'call'],
  ])('of %i bytes may arrive at %i bytes/s (%s)', (bytes, rate, pace) => {
    expect(send(bytes, rate, pace)).toMatchObject({ isWhole: true });
  });

  it.each<[string, number, keyof typeof PACES, number]>([
    ['stalls', 0, 'upload', 11],
    ['stalls', 0, 'visitorUpload', 11],
    ['drips', 1_000, 'upload', 11],
    ['never ends', 1_000_000, 'upload', 301],
    ['never ends', 1_000_000, 'visitorUpload', 101],
    ['never ends', 1_000_000, 'call', 16],
    ['drips', 1, 'call', 16],
  ])('that %s at %i bytes/s (%s) is rejected in time', (_name, rate, pace, secondsMax) => {
    const { seconds, isWhole } = send(1e12, rate, pace);
    expect([isWhole, seconds <= secondsMax]).toEqual([false, true]);
  });

  it('is not rejected while the server itself does not read it', () => {
    expect(send(1e12, 0, 'upload', 65_536).seconds).toBeGreaterThan(200);
  });
});
