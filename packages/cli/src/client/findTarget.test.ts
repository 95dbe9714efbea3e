import { describe, expect, test } from '@jest/globals';
import type { Place } from '../place/findPlace.js';
import { findTarget } from './findTarget.js';

const DEMO = { baseUrl: 'http://localhost:8000', organization: 'demo', project: 'demo', token: 'slp_demo' };
const place = { baseUrl: DEMO.baseUrl, demo: DEMO } as Place;
const nowhere = { baseUrl: undefined, demo: undefined } as Place;
const OWN = {
  SLUICE_URL: 'https://s.example/',
  SLUICE_AUTH_TOKEN: 'slp_own',
  SLUICE_ORG: 'acme',
  SLUICE_PROJECT: 'web',
};

describe('the project that is read', () => {
  test('is the demo project where nothing is set', () => {
    const expected = { url: DEMO.baseUrl, organization: 'demo', project: 'demo', token: 'slp_demo' };
    expect(findTarget({}, place, {})).toEqual(expected);
    // One that is stopped left its file: the address is known, and nobody will answer there.
    expect(findTarget({}, { ...place, baseUrl: undefined }, {})).toEqual(expected);
  });

  test('is what the environment says, and options win over it', () => {
    const own = { url: 'https://s.example', organization: 'acme', project: 'web', token: 'slp_own' };
    expect(findTarget(OWN, nowhere, {})).toEqual(own);
    expect(findTarget(OWN, place, {})).toEqual(own);
    expect(findTarget(OWN, place, { url: 'https://t.example/base/', org: 'o', project: 'p' })).toEqual({
      ...{ url: 'https://t.example/base', organization: 'o', project: 'p' },
      token: 'slp_own',
    });
    expect(findTarget(OWN, place, { project: 'o/p' })).toMatchObject({ organization: 'o', project: 'p' });
  });

  test("the demo's token is sent to the demo's address only", () => {
    const elsewhere = { ...OWN, SLUICE_AUTH_TOKEN: '' };
    expect(() => findTarget(elsewhere, place, {})).toThrow('set SLUICE_AUTH_TOKEN,');
    expect(() => findTarget({}, place, { url: 'https://s.example' })).toThrow('SLUICE_AUTH_TOKEN, SLUICE_ORG');
    expect(findTarget({}, place, { url: `${DEMO.baseUrl}/`, project: 'other' })).toMatchObject({
      token: 'slp_demo',
      project: 'other',
    });
  });

  test('an own token is of an own project: the demo lends no names', () => {
    expect(() => findTarget({ SLUICE_AUTH_TOKEN: 'slp_own' }, place, {})).toThrow('set SLUICE_ORG, SLUICE_PROJECT,');
  });
});
