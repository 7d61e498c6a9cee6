import { ProductError } from '@switchback/platform/errors';
import type { Call, Caller, Rpc } from '@switchback/platform/rpc/call';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import type * as Wire from '@switchback/proto/auth/v1/service';
import type { SignUps } from './accounts/sign-ups.js';
import type { Account } from './auth.entities.js';
import type { Identities } from './oidc/identities.js';
import type { ProviderLogIns } from './oidc/provider-log-ins.js';
import type { Credentials } from './passwords/credentials.js';
import type { SecondFactors } from './second-factor/second-factors.js';
import type { LogIns } from './sessions/log-ins.js';
import type { Sessions } from './sessions/sessions.js';

export interface AuthParts {
  signUps: SignUps;
  logIns: LogIns;
  sessions: Sessions;
  credentials: Credentials;
  secondFactors: SecondFactors;
  identities: Identities;
  providerLogIns: ProviderLogIns;
}

/** The auth service as other processes call it. */
export class AuthRpc implements Rpc<Wire.AuthService> {
  constructor(private readonly parts: AuthParts) {}

  async signUp(request: Wire.SignUpRequest, call: Call) {
    await this.parts.signUps.signUp(request, call);
    return {};
  }

  async confirmSignUp(request: Wire.ConfirmSignUpRequest, call: Call) {
    return { username: await this.parts.signUps.confirm(request, call) };
  }

  async logIn(request: Wire.LogInRequest, call: Call) {
    const { account, ...session } = await this.parts.logIns.logIn(request, call);
    return { ...session, account: toWire(account) };
  }

  async logOut({ token }: Wire.LogOutRequest) {
    await this.parts.sessions.end(token);
    return {};
  }

  async checkSession({ tokenHash }: Wire.CheckSessionRequest) {
    const { accountType, ...holder } = await this.parts.sessions.check(tokenHash);
    return { ...holder, accountType: toWireAccountType(accountType) };
  }

  async requestPasswordReset(request: Wire.RequestPasswordResetRequest) {
    await this.parts.credentials.requestReset(request);
    return {};
  }

  async checkPasswordReset(request: Wire.CheckPasswordResetRequest) {
    const since = await this.parts.credentials.checkReset(request);
    return since ? { secondFactorSince: since.toISOString() } : {};
  }

  async confirmPasswordReset(request: Wire.ConfirmPasswordResetRequest, call: Call) {
    return { token: await this.parts.credentials.confirmReset(request, call) };
  }

  async changePassword(request: Wire.ChangePasswordRequest, call: Call) {
    await this.parts.credentials.changePassword(requireCaller(call).userId, request, call);
    return {};
  }

  async changeEmail(request: Wire.ChangeEmailRequest, call: Call) {
    await this.parts.credentials.changeEmail(requireCaller(call).userId, request, call);
    return {};
  }

  async confirmEmailChange(request: Wire.ConfirmEmailChangeRequest, call: Call) {
    return this.parts.credentials.confirmEmailChange(request, call);
  }

  async getAccount(_request: Wire.GetAccountRequest, call: Call) {
    return { account: toWire(await this.parts.logIns.accountOf(requireCaller(call).userId)) };
  }

  async listSessions(_request: Wire.ListSessionsRequest, call: Call) {
    const sessions = await this.parts.sessions.list(requireCaller(call).userId);
    return {
      sessions: sessions.map(({ createdAt, lastUsedAt, ...session }) => ({
        ...session,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      })),
    };
  }

  async endSession({ sessionId }: Wire.EndSessionRequest, call: Call) {
    await this.parts.sessions.endOne(requireCaller(call).userId, sessionId);
    return {};
  }

  async getSignIn(_request: Wire.GetSignInRequest, call: Call) {
    const { userId } = requireCaller(call);
    const [totp, linked] = await Promise.all([
      this.parts.secondFactors.state(userId),
      this.parts.identities.list(userId),
    ]);
    const identities = linked.map(({ issuer, subject, createdAt }) => ({
      ...{ issuer, subject, linkedAt: createdAt.toISOString() },
    }));
    const { offered: totpOffered, on: totpOn, recoveryCodesLeft } = totp;
    return { totpOffered, totpOn, recoveryCodesLeft, identities };
  }

  async beginOidc(request: Wire.BeginOidcRequest) {
    return this.parts.providerLogIns.begin(request);
  }

  async finishOidc(request: Wire.FinishOidcRequest, call: Call) {
    const { account, ...session } = await this.parts.providerLogIns.finish(request, call);
    return { ...session, account: toWire(account) };
  }

  async beginTotp({ password }: Wire.BeginTotpRequest, call: Call) {
    return this.parts.secondFactors.begin(requireCaller(call).userId, password, call);
  }

  async confirmTotp({ code }: Wire.ConfirmTotpRequest, call: Call) {
    return { recoveryCodes: await this.parts.secondFactors.confirm(requireCaller(call).userId, code) };
  }

  async turnOffTotp(request: Wire.TurnOffTotpRequest, call: Call) {
    await this.parts.secondFactors.turnOff(requireCaller(call).userId, request, call);
    return {};
  }

  async replaceRecoveryCodes({ password }: Wire.ReplaceRecoveryCodesRequest, call: Call) {
    const { userId } = requireCaller(call);
    return { recoveryCodes: await this.parts.secondFactors.replaceRecoveryCodes(userId, password, call) };
  }

  async unlinkIdentity(request: Wire.UnlinkIdentityRequest, call: Call) {
    await this.parts.identities.unlink(requireCaller(call).userId, request, call);
    return {};
  }

  async deleteAccount(request: Wire.DeleteAccountRequest, call: Call) {
    await this.parts.credentials.deleteAccount(requireCaller(call).userId, request, call);
    return {};
  }
}

function requireCaller({ caller }: Call): Caller {
  if (!caller) throw new ProductError('invalidSession');
  return caller;
}

function toWire({ userId, email, accountType, passwordHash }: Account) {
  return { userId, email, accountType: toWireAccountType(accountType), passwordSet: passwordHash !== null };
}
