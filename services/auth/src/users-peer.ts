import type { Rpc } from '@switchback/platform/rpc/call';
import type { UsersService } from '@switchback/proto/users/v1/service';

/** Client of the users service, resolved on use because the service may still be starting. */
export type UsersPeer = () => Promise<Pick<Rpc<UsersService>, 'reserveUsername' | 'createProfile'>>;
export const USERS = Symbol('UsersPeer');
