import type { Rpc } from '@switchback/platform/rpc/call';
import type { AuthService } from '@switchback/proto/auth/v1/service';

/** The auth service, resolved on demand, since it may still be starting. */
export type AuthPeer = () => Promise<Pick<Rpc<AuthService>, 'getAccount' | 'setEntitlement'>>;
export const AUTH = Symbol('AuthPeer');
