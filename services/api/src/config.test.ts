import { describe, expect, test } from '@jest/globals';
import { DEFAULT_API_CONFIG, readApiConfig } from './config.js';

describe('settings', () => {
  test('have defaults; the admin port is the neighbour of the port', () => {
    const config = readApiConfig({});
    expect(config.service).toEqual(DEFAULT_API_CONFIG);
    expect([config.server.port, config.adminPort, config.adminHost]).toEqual([8_000, 8_001, '127.0.0.1']);
    expect(readApiConfig({ PORT: '0' }).adminPort).toBe(0);
  });

  test('are read by name', () => {
    const env = { API_POOL_SIZE: '3', API_STATEMENT_MS: '500', PUBLIC_URL: 'https://sluice.example/base', PORT: '9' };
    const { service: api, server } = readApiConfig(env);
    expect([api.poolSize, api.statementMs, api.publicUrl, server.port]).toEqual([3, 500, env.PUBLIC_URL, 9]);
  });

  test('that are wrong are told together', () => {
    const read = (): unknown => readApiConfig({ API_POOL_SIZE: '0', PUBLIC_URL: 'sluice.example', LOG_LEVEL: 'loud' });
    expect(read).toThrow(/API_POOL_SIZE=0: .*\nPUBLIC_URL=sluice.example: .*\nLOG_LEVEL=loud: /);
  });
});
