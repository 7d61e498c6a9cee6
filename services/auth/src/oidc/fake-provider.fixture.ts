import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Claims = Record<string, unknown>;

/** An OpenID Connect provider whose claims and metadata a spec chooses. Vouches for whoever asks. */
export class FakeProvider {
  idToken: Claims = { sub: 's' };
  /** Null: the endpoint refuses. */
  userinfo: Claims | null = { sub: 's' };
  /** Path at the end of the issuer in the metadata. */
  issuerPath = '';
  /** Status of the metadata, if not 200. */
  broken: number | undefined;
  asked = 0;
  nonce = '';
  readonly clientId = 'switchback';
  private readonly server: Server;
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject };

  constructor() {
    this.keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    this.server = createServer((request, response) => this.answer(request, response));
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get issuer(): string {
    return this.origin + this.issuerPath;
  }

  private answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
    const found = this.bodyOf(url);
    if (typeof found === 'number') return void response.writeHead(found).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
  }

  private bodyOf(url: string): object | number {
    if (url === '/jwks') return { keys: [{ ...this.keys.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig' }] };
    if (url === '/token') return { access_token: 'a', token_type: 'bearer', id_token: this.signed() };
    if (url === '/userinfo') return this.userinfo ?? 403;
    this.asked += 1;
    if (url !== `${this.issuerPath.replace(/\/$/, '')}/.well-known/openid-configuration`) return 404;
    return this.broken ?? this.metadata();
  }

  private metadata(): object {
    const at = (path: string) => this.origin + path;
    return {
      issuer: this.issuer,
      authorization_endpoint: at('/authorize'),
      token_endpoint: at('/token'),
      userinfo_endpoint: at('/userinfo'),
      jwks_uri: at('/jwks'),
    };
  }

  private signed(): string {
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: this.issuer,
      aud: this.clientId,
      iat: now,
      exp: now + 60,
      nonce: this.nonce,
      ...this.idToken,
    };
    const parts = [{ alg: 'RS256', kid: 'k' }, claims].map((part) => base64(JSON.stringify(part)));
    const text = parts.join('.');
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), this.keys.privateKey).toString('base64url')}`;
  }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64url');
}
