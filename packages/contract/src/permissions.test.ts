import { expect, test } from '@jest/globals';
import { PERMISSIONS, roleHas, ROLES, SCOPES, scopesFor, scopesHave, type Permission } from './permissions.js';

/** Roles and scopes that have each permission, written out; `-` where none has it. */
const TABLE: Readonly<Record<Permission, string>> = {
  'project:read': 'viewer member admin owner | project:read project:admin',
  'releases:read': 'viewer member admin owner | project:releases project:read project:admin',
  'issues:write': 'member admin owner | project:admin',
  'comments:moderate': 'admin owner | project:admin',
  'releases:write': 'member admin owner | project:releases project:admin',
  'settings:write': 'admin owner | project:admin',
  'keys:write': 'admin owner | project:admin',
  'alerts:write': 'admin owner | project:admin',
  'data:erase': 'admin owner | project:admin',
  'projects:write': 'admin owner | project:admin',
  'members:write': 'admin owner | -',
  'audit:read': 'admin owner | -',
  'organization:write': 'owner | -',
};

test.each(Object.entries(TABLE) as [Permission, string][])(
  '%s is granted to the roles and scopes %s',
  (permission, expected) => {
    const roles = ROLES.filter((role) => roleHas(role, permission));
    const scopes = SCOPES.filter((scope) => scopesHave([scope], permission));
    expect(`${roles.join(' ')} | ${scopes.join(' ') || '-'}`).toBe(expected);
  },
);

test('the written table is complete', () => {
  expect(Object.keys(TABLE)).toEqual(Object.keys(PERMISSIONS));
});

test.each([
  ['project:read', 'project:read'],
  ['releases:read', 'project:releases project:read'],
  ['releases:write', 'project:releases'],
  ['keys:write', 'project:admin'],
  ['audit:read', ''],
] as const)('a message about %s names the scopes %s', (permission, scopes) => {
  expect(scopesFor(permission).join(' ')).toBe(scopes);
});
