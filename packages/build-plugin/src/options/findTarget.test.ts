import { expect, test } from '@jest/globals';
import { findTarget } from './findTarget.js';

const environment = {
  SLUICE_URL: 'https://sluice.example',
  SLUICE_AUTH_TOKEN: 'slp_e',
  SLUICE_ORG: 'acme',
  SLUICE_PROJECT: 'shop',
};

test('options override the environment; blank ones count as missing', () => {
  expect(findTarget({ url: 'http://localhost:8000/base', authToken: ' ', org: 'other' }, environment)).toEqual({
    target: { url: 'http://localhost:8000/base', token: 'slp_e', organization: 'other', project: 'shop' },
  });
});

test('everything that is missing is named, each with its variable', () => {
  expect(findTarget({ project: 'shop' }, { SLUICE_ORG: '' })).toEqual({
    problems: [
      'url (SLUICE_URL) is not set',
      'authToken (SLUICE_AUTH_TOKEN) is not set (sluice token create --org <org> --scopes project:releases makes one)',
      'org (SLUICE_ORG) is not set',
    ],
  });
});

test.each(['sluice.example', 'ftp://sluice.example', 'file:///etc'])('%s is not an address to upload to', (url) => {
  expect(findTarget({ url }, environment)).toEqual({ problems: ['url is not an http or https URL'] });
});
