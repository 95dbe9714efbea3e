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
    // A stopped instance leaves its file: the address is known, but nothing answers there.
    expect(findTarget({}, { ...place, baseUrl: undefined }, {})).toEqual(expected);
  });

  test('is read from the environment, and options override it', () => {
    const own = { url: 'https://s.example', organization: 'acme', project: 'web', token: 'slp_own' };
    expect(findTarget(OWN, nowhere, {})).toEqual(own);
    expect(findTarget(OWN, place, {})).toEqual(own);
    expect(findTarget(OWN, place, { url: 'https://t.example/base/', org: 'o', project: 'p' })).toEqual({
      url: 'https://t.example/base',
      organization: 'o',
      project: 'p',
      token: 'slp_own',
    });
    expect(findTarget(OWN, place, { project: 'o/p' })).toMatchObject({ organization: 'o', project: 'p' });
  });

  test("the demo's token is sent to the demo's address only", () => {
    const elsewhere = { ...OWN, SLUICE_AUTH_TOKEN: '' };
    expect(() => findTarget(elsewhere, place, {})).toThrow('set SLUICE_AUTH_TOKEN (');
    expect(() => findTarget({}, place, { url: 'https://s.example' })).toThrow('SLUICE_AUTH_TOKEN, SLUICE_ORG');
    expect(findTarget({}, place, { url: `${DEMO.baseUrl}/`, project: 'other' })).toMatchObject({
      token: 'slp_demo',
      project: 'other',
    });
  });

  test('defaults to the demo project at the address of the demo, with or without its token', () => {
    expect(findTarget({ SLUICE_AUTH_TOKEN: 'slp_own' }, place, {})).toEqual({
      url: DEMO.baseUrl,
      organization: 'demo',
      project: 'demo',
      token: 'slp_own',
    });
    expect(findTarget({ SLUICE_AUTH_TOKEN: 'slp_own', SLUICE_PROJECT: 'web' }, place, {})).toMatchObject({
      organization: 'demo',
      project: 'web',
    });
    // The demo project belongs to one organization.
    expect(() => findTarget({ SLUICE_AUTH_TOKEN: 'slp_own', SLUICE_ORG: 'acme' }, place, {})).toThrow(
      /^To reach a project, set SLUICE_PROJECT\.$/,
    );
  });

  test.each<[object, Place, object, string]>([
    [
      {},
      nowhere,
      {},
      'To reach a project, set SLUICE_URL, SLUICE_AUTH_TOKEN, SLUICE_ORG, SLUICE_PROJECT, or run npm start for a demo project. Create a token: sluice token create --org <org> --scopes project:read.',
    ],
    [
      { SLUICE_AUTH_TOKEN: 'slp_own', SLUICE_URL: 'https://s.example' },
      place,
      {},
      'To reach a project, set SLUICE_ORG, SLUICE_PROJECT (the demo project is at http://localhost:8000, not at https://s.example).',
    ],
    [
      { ...OWN, SLUICE_AUTH_TOKEN: '' },
      nowhere,
      { scope: 'project:releases' },
      'To reach a project, set SLUICE_AUTH_TOKEN, or run npm start for a demo project. Create a token: sluice token create --org acme --scopes project:releases.',
    ],
  ])('%j: the cause is said, with the scope of the command', (env, where, options, message) => {
    expect(() => findTarget(env as Record<string, string>, where, options)).toThrow(new Error(message));
  });
});
