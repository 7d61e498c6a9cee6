// Aim: a command in a container with the settings of one process never works on an engine that the product does not
// use.
import { describe, expect, it } from '@jest/globals';
import { loadSettings } from '../config/settings.js';
import { requireEngines, unknownEngines } from './known-engines.js';

describe('the engines with known settings', () => {
  it('are all by default', () => {
    const settings = loadSettings({});
    expect(unknownEngines(settings, ['postgres', 'kafka', 'elasticsearch', 's3', 'redis', 'smtp'])).toEqual([]);
  });

  it('are those of the process, so that no unused index is filled', () => {
    const drives = loadSettings({ SETTINGS_OF: 'drives' });
    expect(() => requireEngines(drives, ['postgres', 'elasticsearch'])).toThrow(
      'SETTINGS_OF is drives, whose settings do not include elasticsearch: run this command where all settings are set; with docker compose, in the service cli.',
    );
    expect(() => requireEngines(drives, ['postgres', 'redis'])).not.toThrow();
    expect(() => requireEngines(loadSettings({ SETTINGS_OF: 'search' }), ['postgres', 'elasticsearch'])).not.toThrow();
    expect(unknownEngines(loadSettings({ SETTINGS_OF: 'gateway' }), ['postgres', 'kafka'])).toEqual(['postgres']);
  });

  it('rejects an unknown process name', () => {
    expect(() => loadSettings({ SETTINGS_OF: 'drive' })).toThrow('must be gateway or the name of a service');
  });
});
