import type { LazyPeer } from '@switchback/platform/rpc/call';
import type { AuthService } from '@switchback/proto/auth/v1/service';

export type AuthPeer = LazyPeer<AuthService, 'getAccount' | 'setEntitlement'>;
export const AUTH = Symbol('AuthPeer');
