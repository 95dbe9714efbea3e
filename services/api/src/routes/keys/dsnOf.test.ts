import { expect, test } from '@jest/globals';
import { dsnOf } from './dsnOf.js';

test.each([
  ['http://localhost:8000', 'http://K@localhost:8000'],
  ['https://sluice.example/base', 'https://K@sluice.example/base'],
  ['https://sluice.example:443/', 'https://K@sluice.example'],
])('a DSN on %s: %s', (baseUrl, dsn) => expect(dsnOf('K', baseUrl)).toBe(dsn));
