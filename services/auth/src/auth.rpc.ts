import { ProductError } from '@switchback/platform/errors';
import { RpcController } from '@switchback/platform/nest/rpc-controller';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import * as Wire from '@switchback/proto/auth/v1/service';
import type { Account } from './accounts/account.entity.js';
import { toWireConsents } from './accounts/consents.js';
import { Entitlements } from './accounts/entitlements.js';
import { SignUps } from './accounts/sign-ups.js';
import { Suspensions } from './accounts/suspensions.js';
import { Identities } from './oidc/identities.js';
import { ProviderLogIns } from './oidc/provider-log-ins.js';
import { Credentials } from './passwords/credentials.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { LogIns } from './sessions/log-ins.js';
import { Sessions } from './sessions/sessions.js';

/** RPC interface of the auth service. */
@RpcController(Wire.AuthServiceDefinition)
export class AuthRpc {
  constructor(
    private readonly signUps: SignUps,
    private readonly logIns: LogIns,
    private readonly sessions: Sessions,
    private readonly credentials: Credentials,
    private readonly secondFactors: SecondFactors,
    private readonly identities: Identities,
    private readonly providerLogIns: ProviderLogIns,
    private readonly entitlements: Entitlements,
    private readonly suspensions: Suspensions,
  ) {}

  async signUp(request: Wire.SignUpRequest, call: Call) {
    await this.signUps.signUp(request, call);
    return {};
  }

  async confirmSignUp(request: Wire.ConfirmSignUpRequest, call: Call) {
    return { username: await this.signUps.confirm(request, call) };
  }

  async logIn(request: Wire.LogInRequest, call: Call) {
    const { account, ...session } = await this.logIns.logIn(request, call);
    return { ...session, account: toWire(account) };
  }

  async logOut({ token }: Wire.LogOutRequest) {
    await this.sessions.end(token);
    return {};
  }

  async checkSession({ tokenHash }: Wire.CheckSessionRequest) {
    const { accountType, ...holder } = await this.sessions.check(tokenHash);
    return { ...holder, accountType: toWireAccountType(accountType) };
  }

  async requestPasswordReset(request: Wire.RequestPasswordResetRequest) {
    await this.credentials.requestReset(request);
    return {};
  }

  async checkPasswordReset(request: Wire.CheckPasswordResetRequest) {
    const since = await this.credentials.checkReset(request);
    return since ? { secondFactorSince: since.toISOString() } : {};
  }

  async confirmPasswordReset(request: Wire.ConfirmPasswordResetRequest, call: Call) {
    return { token: await this.credentials.confirmReset(request, call) };
  }

  async changePassword(request: Wire.ChangePasswordRequest, call: Call) {
    await this.credentials.changePassword(requireCaller(call).userId, request, call);
    return {};
  }

  async changeEmail(request: Wire.ChangeEmailRequest, call: Call) {
    await this.credentials.changeEmail(requireCaller(call).userId, request, call);
    return {};
  }

  async confirmEmailChange(request: Wire.ConfirmEmailChangeRequest, call: Call) {
    return this.credentials.confirmEmailChange(request, call);
  }

  async getAccount(_request: Wire.GetAccountRequest, call: Call) {
    const account = await this.logIns.accountOf(requireCaller(call).userId);
    return { account: toWire(account), consents: toWireConsents(account) };
  }

  async listSessions(_request: Wire.ListSessionsRequest, call: Call) {
    const sessions = await this.sessions.list(requireCaller(call).userId);
    return {
      sessions: sessions.map(({ createdAt, lastUsedAt, ...session }) => ({
        ...session,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      })),
    };
  }

  async endSession({ sessionId }: Wire.EndSessionRequest, call: Call) {
    await this.sessions.endOne(requireCaller(call).userId, sessionId);
    return {};
  }

  async getSignIn(_request: Wire.GetSignInRequest, call: Call) {
    const { userId } = requireCaller(call);
    const [totp, linked] = await Promise.all([this.secondFactors.state(userId), this.identities.list(userId)]);
    const identities = linked.map(({ issuer, subject, createdAt }) => ({
      issuer,
      subject,
      linkedAt: createdAt.toISOString(),
    }));
    const { offered: totpOffered, on: totpOn, recoveryCodesLeft } = totp;
    return { totpOffered, totpOn, recoveryCodesLeft, identities };
  }

  async beginOidc(request: Wire.BeginOidcRequest) {
    return this.providerLogIns.start(request);
  }

  async finishOidc(request: Wire.FinishOidcRequest, call: Call) {
    const { account, ...session } = await this.providerLogIns.finish(request, call);
    return { ...session, account: toWire(account) };
  }

  async beginTotp({ password }: Wire.BeginTotpRequest, call: Call) {
    return this.secondFactors.start(requireCaller(call).userId, password, call);
  }

  async confirmTotp({ code }: Wire.ConfirmTotpRequest, call: Call) {
    return { recoveryCodes: await this.secondFactors.confirm(requireCaller(call).userId, code) };
  }

  async turnOffTotp(request: Wire.TurnOffTotpRequest, call: Call) {
    await this.secondFactors.turnOff(requireCaller(call).userId, request, call);
    return {};
  }

  async replaceRecoveryCodes({ password }: Wire.ReplaceRecoveryCodesRequest, call: Call) {
    const { userId } = requireCaller(call);
    return { recoveryCodes: await this.secondFactors.replaceRecoveryCodes(userId, password, call) };
  }

  async unlinkIdentity(request: Wire.UnlinkIdentityRequest, call: Call) {
    await this.identities.unlink(requireCaller(call).userId, request, call);
    return {};
  }

  async setEntitlement(request: Wire.SetEntitlementRequest) {
    return { known: await this.entitlements.apply(request) };
  }

  async suspendAccount({ userId }: Wire.SuspendAccountRequest, call: Call) {
    await this.suspensions.suspend(userId, requireCaller(call));
    return {};
  }

  async deleteAccount(request: Wire.DeleteAccountRequest, call: Call) {
    await this.credentials.deleteAccount(requireCaller(call).userId, request, call);
    return {};
  }
}

function requireCaller({ caller }: Call): Caller {
  if (!caller) throw new ProductError('invalidSession');
  return caller;
}

function toWire({ userId, email, accountType, passwordHash, enabled }: Account) {
  return {
    userId,
    email,
    accountType: toWireAccountType(accountType),
    passwordSet: passwordHash !== null,
    suspended: !enabled,
  };
}
