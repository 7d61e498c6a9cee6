import type { Rpc } from '@switchback/platform/rpc/call';
import type { UsersService } from '@switchback/proto/users/v1/service';

/** The users service, asked for when it is needed: it may still be starting. */
export type UsersPeer = () => Promise<Pick<Rpc<UsersService>, 'reserveUsername' | 'createProfile'>>;
export const USERS = Symbol('UsersPeer');
