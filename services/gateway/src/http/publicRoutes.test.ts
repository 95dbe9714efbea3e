import { expect, test } from '@jest/globals';
import { routesOf } from '@sluice/testkit';
import { createManagementApp } from './managementApp.js';

test('beside the ingest endpoint and the SDK’s files the public port answers /healthz, and nothing that tells of this process', () => {
  expect(routesOf(createManagementApp())).toEqual(['GET /healthz']);
});
