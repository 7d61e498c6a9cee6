// Aim: a method that its proto file calls slow gets that time, and no method less than the caller grants all.
import { expect, it } from '@jest/globals';
import { AuthServiceDefinition } from '@switchback/proto/auth/v1/service';
import { UsersServiceDefinition } from '@switchback/proto/users/v1/service';
import { timeoutOf } from './call.js';

it('reads the timeout of slow methods from their definition', () => {
  expect(timeoutOf(UsersServiceDefinition.methods.saveProfile, 2_000)).toBe(12_000);
  expect(timeoutOf(AuthServiceDefinition.methods.finishOidc, 2_000)).toBe(15_000);
  expect(timeoutOf(AuthServiceDefinition.methods.logIn, 20_000)).toBe(20_000);
  expect(timeoutOf(UsersServiceDefinition.methods.getUser, 2_000)).toBe(2_000);
});
