import type { LazyPeer } from '@switchback/platform/rpc/call';
import type { UsersService } from '@switchback/proto/users/v1/service';

export type UsersPeer = LazyPeer<UsersService, 'reserveUsername' | 'createProfile'>;
export const USERS = Symbol('UsersPeer');
