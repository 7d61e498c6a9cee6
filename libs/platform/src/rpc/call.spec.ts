// Aim: a method whose proto file declares a longer timeout gets it, and no method gets less than the caller's default.
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
