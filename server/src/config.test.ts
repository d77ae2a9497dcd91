import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('every setting has a default', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 8888,
    host: '127.0.0.1',
    databaseUrl: '',
    storeUrl: '',
    logLevel: 'info',
    maxUploadBytes: 10_737_418_240,
  });
  expect(config.dataFolder.endsWith('/data')).toBe(true);
  expect(config.scanThreads).toBeGreaterThanOrEqual(1);
});

const wrong: [name: string, value: string][] = [
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['PORT', '80.5'],
  ['PORT', '-1'],
  ['DATABASE_URL', 'mysql://localhost/assay'],
  ['DATABASE_URL', 'localhost'],
  ['ASSAY_STORE_URL', 's3://bucket'],
  ['ASSAY_LOG_LEVEL', 'loud'],
  ['ASSAY_SCAN_THREADS', '0'],
  ['ASSAY_MAX_UPLOAD_BYTES', '10GB'],
  ['ASSAY_ADMIN_PASSWORD', 'weak'],
  ['ASSAY_ADMIN_PASSWORD', 'Without digits'],
  ['ASSAY_OUTGOING_ALLOW', 'http://jira.intern'],
  ['ASSAY_TRUSTED_PROXIES', 'proxy.intern'],
  ['ASSAY_TRUSTED_PROXIES', '10.0.0.0/33'],
  ['ASSAY_TRUSTED_PROXIES', '10.0.0.1, *'],
];

test.each(wrong)('a wrong %s (%s) stops the start with a sentence naming it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(name);
});
