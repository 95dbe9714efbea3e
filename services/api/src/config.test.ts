import { describe, expect, test } from '@jest/globals';
import { readSettings } from '@sluice/runtime';
import { API_SERVICE_SETTINGS, DEFAULT_API_CONFIG } from './config.js';

describe('settings of the API', () => {
  test('have defaults', () => {
    const { service, server } = readSettings(API_SERVICE_SETTINGS, {});
    expect(service).toEqual(DEFAULT_API_CONFIG);
    expect(server.port).toBe(8_000);
  });

  test('are read by name', () => {
    const env = { API_POOL_SIZE: '3', API_STATEMENT_MS: '500', PUBLIC_URL: 'https://sluice.example/base', PORT: '9' };
    const { service: api, server } = readSettings(API_SERVICE_SETTINGS, env);
    expect([api.poolSize, api.statementMs, api.publicUrl, server.port]).toEqual([3, 500, env.PUBLIC_URL, 9]);
  });

  test('accept a provider without TLS on this machine only', () => {
    const read = (issuer: string) => readSettings(API_SERVICE_SETTINGS, { OIDC_ISSUER: issuer }).service;
    expect(read('http://localhost:8080/realms/a').identity.oidc.issuer).toBe('http://localhost:8080/realms/a');
    expect(() => read('http://keycloak:8080')).toThrow(
      /^.*OIDC_ISSUER=http:\/\/keycloak:8080: must begin with https:\/\/, .*http:\/\/ works only for localhost/s,
    );
  });

  test('reports all problems together', () => {
    const wrong = { API_POOL_SIZE: '0', PUBLIC_URL: 'sluice.example', PORT: '-1' };
    expect(() => readSettings(API_SERVICE_SETTINGS, wrong)).toThrow(
      /API_POOL_SIZE=0: .*\nPUBLIC_URL=sluice.example: .*\nPORT=-1: /,
    );
  });
});
