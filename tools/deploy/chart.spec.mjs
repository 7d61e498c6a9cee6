// Aim: for any values, every pod of the chart is restricted, probed, limited and pinned, gets only settings that exist,
// may connect only to the services and engines it uses, and keeps enough replicas while it is replaced.
import { beforeAll, describe, expect, it } from '@jest/globals';
import YAML from 'yaml';
import { SETTINGS } from '../../libs/platform/src/config/table.ts';
import { findProgram } from './programs.mjs';
import { render, VALUE_SETS } from './render.mjs';

const helm = findProgram('helm');
const suite = helm ? describe : describe.skip;
const WITHOUT = helm ? '' : ' (skipped: there is no helm here)';

const COMPONENT = 'app.kubernetes.io/component';
const parse = (text) =>
  YAML.parseAllDocuments(text)
    .map((document) => document.toJSON())
    .filter(Boolean);
const podOf = (object) =>
  ['Deployment', 'StatefulSet', 'Job'].includes(object.kind) ? object.spec.template : undefined;

/** The manifests rendered from one set of values. */
class Manifests {
  constructor(set, extra) {
    this.objects = parse(render(helm, set, extra));
    this.pods = this.objects.flatMap((object) => {
      const template = podOf(object);
      return template ? [{ owner: object, ...template, name: template.metadata.labels[COMPONENT] }] : [];
    });
  }
  ofKind(kind) {
    return this.objects.filter((object) => object.kind === kind);
  }
  /** Pods of our own image, which get settings. */
  get ours() {
    return this.pods.filter(({ name }) => name !== 'postgres');
  }
  get services() {
    return this.ofKind('Deployment').map((object) => object.spec.template.metadata.labels[COMPONENT]);
  }
  environmentOf(name) {
    const { env } = this.pods.find((pod) => pod.name === name).spec.containers[0];
    return Object.fromEntries(env.map((entry) => [entry.name, entry.value ?? entry.valueFrom]));
  }
  policyOf(name) {
    return this.ofKind('NetworkPolicy').find(({ spec }) => spec.podSelector.matchLabels[COMPONENT] === name).spec;
  }
}

const sets = [...VALUE_SETS.keys()];
let manifests;
beforeAll(() => {
  if (helm) manifests = new Map(sets.map((set) => [set, new Manifests(set)]));
});

suite(`every pod${WITHOUT}`, () => {
  it.each(sets)('runs without privileges: %s', (set) => {
    for (const { name, spec } of manifests.get(set).pods) {
      expect([name, spec.automountServiceAccountToken, spec.enableServiceLinks]).toEqual([name, false, false]);
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(spec.securityContext.runAsUser).toBeGreaterThan(0);
      expect([spec.hostNetwork, spec.hostPID, spec.hostIPC]).toEqual([undefined, undefined, undefined]);
      expect(spec.volumes.filter((volume) => volume.hostPath)).toEqual([]);
      for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  it.each(sets)('has limits and an immutable image: %s', (set) => {
    for (const { spec } of manifests.get(set).pods) {
      for (const { image, resources } of spec.containers) {
        expect(image).toMatch(/(:(?!latest$)[\w][\w.-]*|@sha256:[0-9a-f]{64})$/);
        for (const kind of ['requests', 'limits'])
          expect(Object.keys(resources[kind])).toEqual(expect.arrayContaining(['cpu', 'memory']));
      }
    }
  });

  it.each(sets)('is probed on the management port: %s', (set) => {
    for (const { name, owner, spec } of manifests.get(set).ours) {
      if (owner.kind === 'Job') continue;
      const [{ startupProbe, readinessProbe, livenessProbe, ports }] = spec.containers;
      const asked = [startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => [httpGet.path, httpGet.port]);
      expect([name, asked]).toEqual([
        name,
        [
          ['/api/health/live', 'management'],
          ['/api/health/ready', 'management'],
          ['/api/health/live', 'management'],
        ],
      ]);
      expect(ports.map((port) => port.name)).toEqual(['main', 'management']);
    }
  });

  it.each(sets)('writes only to its volumes: %s', (set) => {
    for (const { spec } of manifests.get(set).ours) {
      const [{ volumeMounts, env }] = spec.containers;
      expect(volumeMounts.map((mount) => mount.mountPath)).toEqual(['/tmp', '/data']);
      expect(env).toContainEqual({ name: 'DATA_DIR', value: '/data' });
    }
  });

  it.each(sets)('gets only settings that exist, and secrets by reference: %s', (set) => {
    for (const { name, spec } of manifests.get(set).ours) {
      for (const entry of spec.containers[0].env) {
        expect([name, entry.name, Object.hasOwn(SETTINGS, entry.name)]).toEqual([name, entry.name, true]);
        expect([entry.name, entry.value === undefined]).toEqual([entry.name, Boolean(SETTINGS[entry.name].secret)]);
        if (entry.value === undefined) continue;
        const parsed = SETTINGS[entry.name].schema.safeParse(entry.value);
        expect([entry.name, entry.value, parsed.success]).toEqual([entry.name, entry.value, true]);
      }
      const names = spec.containers[0].env.map((entry) => entry.name);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

suite(`a service${WITHOUT}`, () => {
  it.each(sets)('is replaced pod by pod, a new one before an old one: %s', (set) => {
    for (const { spec } of manifests.get(set).ofKind('Deployment')) {
      expect(spec.strategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } });
      const pod = spec.template.spec;
      const [sleep, seconds] = pod.containers[0].lifecycle.preStop.exec.command;
      expect(sleep).toBe('sleep');
      // A process takes at most 10 s to stop after that.
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + 10);
      expect(pod.topologySpreadConstraints.map((constraint) => constraint.topologyKey)).toEqual([
        'topology.kubernetes.io/zone',
        'kubernetes.io/hostname',
      ]);
    }
  });

  it.each(sets)('has an account, an address and a matching selector: %s', (set) => {
    const all = manifests.get(set);
    const accounts = all.ofKind('ServiceAccount');
    expect(accounts.every((account) => account.automountServiceAccountToken === false)).toBe(true);
    for (const { name, owner, spec } of all.ours) {
      expect(accounts.map((account) => account.metadata.name)).toContain(spec.serviceAccountName);
      if (owner.kind === 'Job') continue;
      const service = all.ofKind('Service').find((object) => object.metadata.labels[COMPONENT] === name);
      expect(service.spec.selector).toEqual(owner.spec.selector.matchLabels);
      expect(owner.spec.template.metadata.labels).toMatchObject(owner.spec.selector.matchLabels);
      expect([name, service.spec.clusterIP]).toEqual([name, name === 'gateway' ? undefined : 'None']);
    }
  });

  it.each(sets)('gets the addresses of the services it calls, and no others: %s', (set) => {
    const all = manifests.get(set);
    for (const name of all.services) {
      const environment = all.environmentOf(name);
      for (const [setting, address] of Object.entries(environment)) {
        if (!setting.endsWith('_ADDRESS')) continue;
        const [host, port] = address.split(':');
        const service = all.ofKind('Service').find((object) => object.metadata.name === host);
        expect(service.spec.ports).toContainEqual(expect.objectContaining({ name: 'main', port: Number(port) }));
      }
    }
    expect(Object.keys(all.environmentOf('gateway'))).toEqual(
      expect.arrayContaining(['DRIVES_ADDRESS', 'SEARCH_ADDRESS']),
    );
    expect(Object.keys(all.environmentOf('gateway'))).not.toContain('DATABASE_URL');
    expect(Object.keys(all.environmentOf('drives'))).not.toContain('SEARCH_ADDRESS');
  });

  it('has only one owner of its replica count', () => {
    for (const set of sets) {
      const all = manifests.get(set);
      const scaled = all.ofKind('HorizontalPodAutoscaler').map((object) => object.spec.scaleTargetRef.name);
      for (const { metadata, spec } of all.ofKind('Deployment'))
        expect([set, metadata.name, spec.replicas === undefined]).toEqual([
          set,
          metadata.name,
          scaled.includes(metadata.name),
        ]);
    }
    const { length: count } = manifests.get('production').services;
    expect(manifests.get('production').ofKind('HorizontalPodAutoscaler')).toHaveLength(count);
    expect(manifests.get('production').ofKind('PodDisruptionBudget')).toHaveLength(count);
    expect(manifests.get('single-node').ofKind('PodDisruptionBudget')).toHaveLength(0);
  });
});

suite(`the network${WITHOUT}`, () => {
  const callersIn = (ingress, port) =>
    ingress
      .filter((rule) => rule.ports.some((open) => open.port === port))
      .flatMap((rule) => rule.from.flatMap((peer) => peer.podSelector?.matchLabels[COMPONENT] ?? []));
  const calledIn = (egress) =>
    egress.flatMap((rule) => (rule.to ?? []).flatMap((peer) => peer.podSelector?.matchLabels[COMPONENT] ?? []));

  it.each(sets)('allows a call on both ends or on neither: %s', (set) => {
    const all = manifests.get(set);
    const calls = all.services.flatMap((name) =>
      calledIn(all.policyOf(name).egress).map((called) => `${name} → ${called}`),
    );
    const taken = all.services.flatMap((name) =>
      callersIn(all.policyOf(name).ingress, 'main').map((caller) => `${caller} → ${name}`),
    );
    expect(calls.sort()).toEqual(taken.sort());
    expect(calls).toEqual(expect.arrayContaining(['gateway → drives', 'gateway → search']));
    for (const name of all.services) {
      const told = Object.keys(all.environmentOf(name)).flatMap(
        (key) => /^(\w+)_ADDRESS$/.exec(key)?.[1].toLowerCase() ?? [],
      );
      expect([name, calledIn(all.policyOf(name).egress).sort()]).toEqual([name, told.sort()]);
    }
  });

  it.each(sets)('denies traffic by default: %s', (set) => {
    const all = manifests.get(set);
    for (const { name } of all.pods) {
      const policy = all.policyOf(name);
      expect(policy.policyTypes).toEqual(['Ingress', 'Egress']);
      for (const rule of [...policy.ingress, ...policy.egress]) expect(rule.ports.length).toBeGreaterThan(0);
      for (const rule of policy.ingress) expect(rule.from.length).toBeGreaterThan(0);
    }
    expect(all.policyOf('gateway').egress.flatMap((rule) => rule.ports.map((open) => open.port))).not.toContain(5432);
  });

  it('allows traffic to each enabled engine, only from its clients', () => {
    const all = manifests.get('production');
    const way = (name, port) => all.policyOf(name).egress.find((rule) => rule.ports.some((open) => open.port === port));
    expect(way('drives', 5432).to).toEqual([{ ipBlock: { cidr: '10.0.10.0/28' } }]);
    expect(way('search', 9200).to).toEqual([{ ipBlock: { cidr: '10.0.12.0/28' } }]);
    expect(way('drives', 9200)).toBeUndefined();
    expect(way('migrate', 5432).to).toEqual([{ ipBlock: { cidr: '10.0.10.0/28' } }]);
    expect(way('migrate', 9093)).toBeUndefined();
    for (const name of ['gateway', 'drives', 'search', 'migrate']) expect(way(name, 53)).toBeDefined();
    expect(all.environmentOf('search')).toMatchObject({
      KAFKA_BROKERS: expect.any(String),
      ELASTICSEARCH_SHARDS: '2',
      KAFKA_PASSWORD: { secretKeyRef: { name: 'switchback-secrets', key: 'KAFKA_PASSWORD' } },
    });
    expect(Object.keys(all.environmentOf('gateway'))).toContain('KAFKA_BROKERS');
    expect(Object.keys(all.environmentOf('gateway'))).not.toContain('ELASTICSEARCH_URL');
  });

  it('admits the ingress controller and Prometheus, each to its port', () => {
    const { ingress } = manifests.get('production').policyOf('gateway');
    expect(ingress.map((rule) => rule.ports[0].port).sort()).toEqual(['main', 'management']);
    const [rule] = manifests.get('production').ofKind('Ingress')[0].spec.rules;
    expect(rule.http.paths[0].backend.service).toEqual({ name: 'switchback-gateway', port: { name: 'main' } });
  });
});

suite(`an installation${WITHOUT}`, () => {
  it.each(sets)('migrates before it starts, with secrets that exist by then: %s', (set) => {
    const all = manifests.get(set);
    const [job] = all.ofKind('Job');
    const atStart = all.services.map((name) => all.environmentOf(name).MIGRATE_AT_START);
    expect(new Set(atStart)).toEqual(new Set([job ? 'off' : 'on']));
    if (!job) return;
    expect(job.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    const { secretKeyRef } = all.environmentOf('migrate').DATABASE_URL;
    if (set === 'production') return expect(secretKeyRef.name).toBe('switchback-secrets');
    const secret = all.objects.find(
      ({ kind, metadata }) => /Secret$/.test(kind) && metadata.name === secretKeyRef.name,
    );
    expect(secret.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    expect(Number(secret.metadata.annotations['helm.sh/hook-weight'])).toBeLessThan(
      Number(job.metadata.annotations['helm.sh/hook-weight']),
    );
  });

  it('exposes no secret outside a Secret', () => {
    for (const set of ['minimal', 'single-node']) {
      const others = manifests.get(set).objects.filter(({ kind }) => kind !== 'Secret' && kind !== 'StatefulSet');
      expect(JSON.stringify(others)).not.toMatch(/for-development-only|0123456789abcdef0123|secret@postgres/);
    }
  });

  it('monitors itself if the cluster can, with the committed rules', () => {
    const [rule] = manifests.get('production').ofKind('PrometheusRule');
    const alerts = rule.spec.groups.flatMap((group) => group.rules.flatMap((entry) => entry.alert ?? []));
    expect(alerts).toContain('OutboxStuck');
    expect(rule.metadata.labels.release).toBe('prometheus');
    const [monitor] = manifests.get('production').ofKind('ServiceMonitor');
    for (const service of manifests.get('production').ofKind('Service')) {
      expect(service.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels);
      expect(service.spec.ports.map((port) => port.name)).toContain(monitor.spec.endpoints[0].port);
    }
  });

  it.each([
    ['an unknown value', ['--set', 'gatewy.replicas=3']],
    ['a mutable tag', ['--set', 'image.tag=latest']],
    ['an unknown mode of secrets', ['--set', 'secrets.mode=vault']],
    ['no signing key', ['--set', 'secrets.values.SERVICE_KEY=null']],
    ['a weak key', ['--set', 'secrets.values.SERVICE_KEY=secret']],
    ['a call of an unknown service', ['--set', 'services.search.calls={nobody}']],
    ['an undeclared engine', ['--set', 'services.search.uses={mongodb}']],
  ])('is rejected with %s', (_what, extra) => {
    expect(() => render(helm, 'minimal', extra)).toThrow();
  });
});
