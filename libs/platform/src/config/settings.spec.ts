import { describe, expect, it } from '@jest/globals';
import { configDocument } from './docs.js';
import { ConfigError, loadSettings } from './settings.js';
import { SETTINGS } from './table.js';

function faultsOf(environment: Record<string, string>): ConfigError {
  try {
    loadSettings(environment, '/checkout');
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('The settings were taken.');
}

const S3 = { S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' };

const OIDC = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'drives', OIDC_CLIENT_SECRET: 'hunter2' };

describe('loadSettings', () => {
  it('needs no setting', () => {
    // Aim: the documented defaults hold, and no setting is required.
    expect(loadSettings({}, '/checkout')).toMatchObject({
      PORT: 8080,
      MANAGEMENT_PORT: 8081,
      PUBLIC_URL: 'http://localhost:8080',
      PRODUCT_NAME: 'Switchback',
      DATA_DIR: '/checkout/.data',
      DEMO: 'on',
      READ_LIMIT_PER_MINUTE: 1200,
      TRUST_PROXY: false,
    });
  });

  it('derives settings from the port', () => {
    // Aim: two installations on one machine need to set only PORT.
    expect(loadSettings({ PORT: '9000' })).toMatchObject({
      MANAGEMENT_PORT: 9001,
      PUBLIC_URL: 'http://localhost:9000',
    });
  });

  it('gives every process the public URL for links', () => {
    // Aim: mail sent by a service in its own process links to the gateway, not to that service.
    expect(loadSettings({}, '/checkout', 8130)).toMatchObject({ PORT: 8130, PUBLIC_URL: 'http://localhost:8080' });
  });

  it('binds a service to this machine by default', () => {
    // Aim: services started separately on one machine do not expose their ports, which require no password, to the
    // network.
    const hosts = [8110, 8120, 8130, 8140].map((port) => loadSettings({}, '/checkout', port).LISTEN_HOST);
    expect(new Set(hosts)).toEqual(new Set(['127.0.0.1']));
    expect(loadSettings({}, '/checkout').LISTEN_HOST).toBe('0.0.0.0');
    expect(loadSettings({ LISTEN_HOST: '10.0.0.5' }, '/checkout', 8110).LISTEN_HOST).toBe('10.0.0.5');
  });

  it.each(['@/:#%', 'a?b&c=d', 'p w+"\\[]{}|^`', '%41'])('adds the password %s to a URL unchanged', (password) => {
    // Aim: a generated password works exactly as written, without an error.
    const { DATABASE_URL, REDIS_URL, ELASTICSEARCH_URL } = loadSettings({
      DATABASE_URL: 'postgres://switchback@postgres:5432/switchback',
      DATABASE_PASSWORD: password,
      REDIS_URL: 'redis://redis:6379',
      REDIS_PASSWORD: password,
      ELASTICSEARCH_URL: 'http://elastic@elasticsearch:9200',
      ELASTICSEARCH_PASSWORD: password,
    });
    const read = [DATABASE_URL, REDIS_URL, ELASTICSEARCH_URL].map((text) => {
      const url = new URL(text ?? '');
      return [decodeURIComponent(url.password), url.host];
    });
    expect(read).toEqual([
      [password, 'postgres:5432'],
      [password, 'redis:6379'],
      [password, 'elasticsearch:9200'],
    ]);
    const input = loadSettings({ REDIS_URL: 'redis://:first@redis', REDIS_PASSWORD: password });
    expect(input.REDIS_URL).toBe('redis://:first@redis');
    expect([...faultsOf({ REDIS_PASSWORD: password }).faults.keys()]).toEqual(['REDIS_PASSWORD']);
  });

  it('treats an empty value as unset and trims other values', () => {
    // Aim: compose files that pass every variable through do not break the start.
    expect(loadSettings({ PORT: '', KAFKA_BROKERS: ' ', PUBLIC_URL: ' https://drives.example/ ' })).toMatchObject({
      PORT: 8080,
      PUBLIC_URL: 'https://drives.example',
    });
  });

  it('names every invalid setting in one message', () => {
    // Aim: an operator can correct all of them at once.
    const { message } = faultsOf({
      PORT: 'eighty',
      DEMO: 'maybe',
      PUBLIC_URL: 'drives.example',
      CHARGEBEE_SIGHT: 'drives',
    });
    for (const name of ['PORT', 'DEMO', 'PUBLIC_URL', 'CHARGEBEE_SIGHT']) expect(message).toContain(name);
    expect(message).toContain('is not a setting');
  });

  it('never reveals the value of a secret', () => {
    // Aim: the message is safe to paste anywhere.
    for (const name of ['DATABASE_URL', 'ELASTICSEARCH_URL', 'SMTP_URL'])
      expect(faultsOf({ [name]: 'mysql://user:hunter2@host/db' }).message).not.toContain('hunter2');
    for (const name of ['PUBLIC_URL', 'DIRECTIONS_URL', 'SOCIAL_URL'])
      expect(faultsOf({ [name]: 'https://user:hunter2@host/' }).message).not.toContain('hunter2');
  });

  it.each([
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '0' }, 'PORT'],
    [{ PORT: '65535' }, 'MANAGEMENT_PORT'],
    [{ PORT: '9000', MANAGEMENT_PORT: '9000' }, 'MANAGEMENT_PORT'],
    [{ MAP_STYLE_ROADMAPS: '/x.json' }, 'MAP_STYLE_ROADMAPS'],
    [{ MAP_STYLE_TERRAIN: 'javascript:alert(1)' }, 'MAP_STYLE_TERRAIN'],
    [{ GOOGLE_MAPS_API_KEY: 'AIzaSyExample-Key', MAP_STYLE_TERRAIN: '/t.json' }, 'MAP_STYLE_TERRAIN'],
    [{ GOOGLE_MAPS_API_KEY: '" onload="x' }, 'GOOGLE_MAPS_API_KEY'],
    [{ TRUST_PROXY: 'everyone' }, 'TRUST_PROXY'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ SMTP_URL: 'mail.example:25' }, 'SMTP_URL'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
    [{ CONTACT_MAIL: 'staff' }, 'CONTACT_MAIL'],
    [{ CONTACT_MAIL: 'a@b.example, c@d.example' }, 'CONTACT_MAIL'],
    [{ CONTACT_MAIL: 'a@b.example\nBcc: c@d.example' }, 'CONTACT_MAIL'],
    [{ MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, 'MAIL_FROM'],
    [{ PASSWORD_MIN: '5' }, 'PASSWORD_MIN'],
    [{ SESSION_HOURS: '5' }, 'SESSION_HOURS'],
    [{ LOGIN_FAILURES_PER_ACCOUNT: '0' }, 'LOGIN_FAILURES_PER_ACCOUNT'],
    [{ TOTP: 'yes' }, 'TOTP'],
    [{ ...OIDC, OIDC_ISSUER: 'http://id.example.org' }, 'OIDC_ISSUER'],
    [{ ...OIDC, OIDC_ISSUER: 'id.example.org' }, 'OIDC_ISSUER'],
    [{ ...OIDC, OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET'],
    [{ OIDC_NAME: 'Club' }, 'OIDC_NAME'],
    [{ CHARGEBEE_SITE: 'drives' }, 'CHARGEBEE_PUBLISHABLE_KEY'],
    [{ CHARGEBEE_SITE: 'drives.chargebee.com', CHARGEBEE_PUBLISHABLE_KEY: 'test_x' }, 'CHARGEBEE_SITE'],
    [{ CHARGEBEE_API_KEY: 'test_x' }, 'CHARGEBEE_API_KEY'],
    [{ HERO_PRICE: '29.99' }, 'HERO_PRICE'],
    [{ HERO_CURRENCY: 'CHF' }, 'HERO_CURRENCY'],
    [{ ...OIDC, OIDC_CLIENT: 'typo' }, 'OIDC_CLIENT'],
    [{ READ_LIMIT_PER_MINUTE: '-1' }, 'READ_LIMIT_PER_MINUTE'],
    [{ KAFKA_BROKERS: 'kafka' }, 'KAFKA_BROKERS'],
    [{ KAFKA_BROKERS: 'kafka:9092', KAFKA_REPLICATION: '0' }, 'KAFKA_REPLICATION'],
    [{ KAFKA_BROKERS: 'kafka:9092', KAFKA_RETENTION_DAYS: '7' }, 'KAFKA_RETENTION_DAYS'],
    [{ KAFKA_PREFIX: 'a/b', KAFKA_BROKERS: 'kafka:9092' }, 'KAFKA_PREFIX'],
    [{ KAFKA_REPLICATION: '3' }, 'KAFKA_REPLICATION'],
    [{ KAFKA_SSL: 'on' }, 'KAFKA_SSL'],
    [{ MIGRATE_AT_START: 'maybe' }, 'MIGRATE_AT_START'],
    [{ BACKUP_DIR: '/backups', DATABASE_URL: 'postgres://somewhere/drives' }, 'BACKUP_DIR'],
    [{ S3_BUCKET: 'drives' }, 'S3_BUCKET'],
    [{ ...S3, S3_ENDPOINT: 'https://s3.example/files' }, 'S3_ENDPOINT'],
    [{ ...S3, S3_PUBLIC_ENDPOINT: 's3.example' }, 'S3_PUBLIC_ENDPOINT'],
    [{ ...S3, S3_BUCKET: 'Drives' }, 'S3_BUCKET'],
    [{ ...S3, S3_SECRET_KEY: '' }, 'S3_SECRET_KEY'],
    [{ ELASTICSEARCH_URL: 'elasticsearch:9200' }, 'ELASTICSEARCH_URL'],
    [{ ELASTICSEARCH_URL: 'http://e:9200', ELASTICSEARCH_PREFIX: 'Drives' }, 'ELASTICSEARCH_PREFIX'],
    [{ ELASTICSEARCH_URL: 'http://e:9200', ELASTICSEARCH_REFRESH_SECONDS: '1' }, 'ELASTICSEARCH_REFRESH_SECONDS'],
    [{ ELASTICSEARCH_URL: 'http://me:pass@e:9200', ELASTICSEARCH_API_KEY: 'key' }, 'ELASTICSEARCH_API_KEY'],
    [{ ELASTICSEARCH_SHARDS: '2' }, 'ELASTICSEARCH_SHARDS'],
    [{ REDIS_URL: 'http://redis:6379' }, 'REDIS_URL'],
    ...['/drives', '/?a=b', '/#top', ':0', '//a//b'].map((end): [object, string] => [
      { PUBLIC_URL: `https://x.example${end}` },
      'PUBLIC_URL',
    ]),
    [{ PUBLIC_URL: 'https://:secret@x.example' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://ann@x.example' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://x.example /' }, 'PUBLIC_URL'],
    [{ ...S3, S3_PUBLIC_ENDPOINT: 'https://:secret@s3.example' }, 'S3_PUBLIC_ENDPOINT'],
    [{ LISTEN_HOST: '0.0.0.0:8080' }, 'LISTEN_HOST'],
    [{ LISTEN_HOST: 'http://localhost' }, 'LISTEN_HOST'],
    [{ LISTEN_HOST: '10.0.0.256' }, 'LISTEN_HOST'],
    [{ MANAGEMENT_HOST: '[::1]:8081' }, 'MANAGEMENT_HOST'],
    [{ DRIVES_ADDRESS: '::1:8110' }, 'DRIVES_ADDRESS'],
    [{ DRIVES_ADDRESS: '[::g]:8110' }, 'DRIVES_ADDRESS'],
    [{ DRIVES_ADDRESS: '[::1]' }, 'DRIVES_ADDRESS'],
    [{ DRIVES_ADDRESS: 'drives:0' }, 'DRIVES_ADDRESS'],
    [{ DRIVES_ADDRESS: 'drives:65536' }, 'DRIVES_ADDRESS'],
    [{ DRIVES_ADDRESS: 'drives:8110,' }, 'DRIVES_ADDRESS'],
    [{ DRIVES_ADDRESS: '10.0.0:8110' }, 'DRIVES_ADDRESS'],
    [{ KAFKA_BROKERS: '[::1]:9092' }, 'KAFKA_BROKERS'],
    [{ TRUST_PROXY: '10' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: 'fd00::/129' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.1,,' }, 'TRUST_PROXY'],
    [{ REDIS_URL: 'redis:6379' }, 'REDIS_URL'],
    [{ REDIS_URL: 'redis://redis:6379/jobs' }, 'REDIS_URL'],
    [{ SMTP_URL: 'smtp:mail.example' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example:0' }, 'SMTP_URL'],
    [{ DATABASE_URL: 'postgres:switchback' }, 'DATABASE_URL'],
    [{ DIRECTIONS_URL: 'http://valhalla:8002/?key=a' }, 'DIRECTIONS_URL'],
    [{ DIRECTIONS_URL: 'http://ann:secret@valhalla:8002' }, 'DIRECTIONS_URL'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://ann:secret@otel:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ ELASTICSEARCH_URL: 'http://e:9200/#x' }, 'ELASTICSEARCH_URL'],
    [{ ...OIDC, OIDC_ISSUER: 'https://id.example.org/?realm=a' }, 'OIDC_ISSUER'],
    [{ ...OIDC, OIDC_ISSUER: 'https://ann:secret@id.example.org/' }, 'OIDC_ISSUER'],
    [{ MAIL_FROM: 'a@' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Ann <ann@hills.example' }, 'MAIL_FROM'],
    [{ REDIS_PREFIX: 'a' }, 'REDIS_PREFIX'],
    [{ REDIS_PREFIX: 'a:b', REDIS_URL: 'redis://redis:6379' }, 'REDIS_PREFIX'],
  ])('rejects %j', (environment, name) => {
    // Aim: a wrong or contradictory value stops the start and is named.
    expect([...faultsOf(environment as Record<string, string>).faults.keys()]).toEqual([name]);
  });

  it('takes IPv6 addresses wherever it takes others', () => {
    const input = {
      LISTEN_HOST: '[::1]',
      MANAGEMENT_HOST: '::',
      PUBLIC_URL: 'http://[2001:db8::1]:8080/',
      DRIVES_ADDRESS: '[::1]:8110, drives-2:8110',
      AUTH_ADDRESS: '[fd00::1:2]:8130',
      DATABASE_URL: 'postgres://ann@[::1]:5432/drives',
      REDIS_URL: 'redis://[::1]:6379/1',
      SMTP_URL: 'smtp://[::1]:2525',
      ELASTICSEARCH_URL: 'http://ann:secret@[::1]:9200',
      DIRECTIONS_URL: 'http://[::1]:8002',
      TRUST_PROXY: 'fd00::/8, 10.0.0.0/255.0.0.0',
    };
    expect(loadSettings(input)).toMatchObject({
      ...input,
      LISTEN_HOST: '::1',
      PUBLIC_URL: 'http://[2001:db8::1]:8080',
      DRIVES_ADDRESS: ['[::1]:8110', 'drives-2:8110'],
      AUTH_ADDRESS: ['[fd00::1:2]:8130'],
      TRUST_PROXY: ['fd00::/8', '10.0.0.0/255.0.0.0'],
    });
  });

  it.each([
    { MAIL_FROM: '"Hills" <ann@hills.example>' },
    { MAIL_FROM: 'no-reply@localhost' },
    { DATABASE_URL: 'postgres:///drives?host=/var/run/postgresql' },
    { DATABASE_URL: 'postgres://ann:p%40@db/drives?sslmode=require' },
    { SMTP_URL: 'smtps://ann:secret@mail.example/?tls.rejectUnauthorized=false' },
    { ANDROID_APP_URL: 'https://play.google.com/store/apps/details?id=x' },
    { SECURITY_CONTACT: 'mailto:a@b.example' },
    { ...OIDC, OIDC_ISSUER: 'https://id.example.org/a/.well-known/openid-configuration?p=b' },
    { KAFKA_BROKERS: 'b-1.kafka_x.example:9092,10.0.0.1:9092' },
    { LISTEN_HOST: 'localhost' },
    { MAP_STYLE_ROADMAP: 'https://tiles.example/style.json?key=a' },
  ])('accepts %j', (input) => {
    expect(() => loadSettings(input)).not.toThrow();
  });

  it('accepts a login provider on this machine without TLS', () => {
    const OIDC_ISSUER = 'http://localhost:9000/realm';
    expect(loadSettings({ ...OIDC, OIDC_ISSUER })).toMatchObject({ OIDC_ISSUER, OIDC_NAME: undefined });
  });

  it('accepts a login to Kafka only if it is complete', () => {
    // Aim: an incomplete login is reported before Kafka rejects it, and the password is not shown.
    const half = { KAFKA_BROKERS: 'kafka:9093', KAFKA_SASL_MECHANISM: 'plain', KAFKA_PASSWORD: 'hunter2' };
    const error = faultsOf(half);
    expect([...error.faults.keys()]).toEqual(['KAFKA_USERNAME']);
    expect(error.message).not.toContain('hunter2');
    expect(loadSettings({ ...half, KAFKA_USERNAME: 'switchback' })).toMatchObject({ KAFKA_BROKERS: ['kafka:9093'] });
  });

  it('parses the brokers of Kafka', () => {
    // Aim: accepts a hand-written list, even with the variable that Kubernetes sets for a service called kafka.
    const settings = loadSettings({
      KAFKA_BROKERS: 'kafka-1:9092, kafka-2.example:9092',
      KAFKA_PORT: 'tcp://1.2.3.4:9',
    });
    expect(settings.KAFKA_BROKERS).toEqual(['kafka-1:9092', 'kafka-2.example:9092']);
  });

  it('parses the trusted proxies', () => {
    // Aim: hop counts and networks both reach the server in the form it expects.
    expect(loadSettings({ TRUST_PROXY: '2' }).TRUST_PROXY).toBe(2);
    expect(loadSettings({ TRUST_PROXY: '10.0.0.0/8, ::1' }).TRUST_PROXY).toEqual(['10.0.0.0/8', '::1']);
  });
});

describe('configDocument', () => {
  it('lists every setting', () => {
    // Aim: the page documents every setting.
    const page = configDocument();
    for (const name of Object.keys(SETTINGS)) expect(page).toContain(`\`${name}\``);
  });
});
