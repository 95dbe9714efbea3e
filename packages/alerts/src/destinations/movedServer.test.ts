import { describe, expect, test } from '@jest/globals';
import type { Destination } from '../renderedRequest.js';
import { checkMovedServer } from './movedServer.js';

const TOKEN = { token: 'stored' };

describe('a server that changes', () => {
  test('needs the token in the same change', () => {
    const before = opsgenie('https://api.eu.opsgenie.com');
    const after = opsgenie('https://attacker.example');
    expect(checkMovedServer({ before, after, given: { config: after.config } })).toEqual([
      'secrets.token: must be given again, because config.server changes',
    ]);
    const given = { config: after.config, secrets: TOKEN };
    expect(fieldsOf({ before, after, given })).toEqual([]);
  });

  test('needs it also if none was named before, or none is named any more', () => {
    const named = opsgenie('https://attacker.example');
    expect(fieldsOf({ before: opsgenie(), after: named, given: {} })).toEqual(['secrets.token']);
    expect(fieldsOf({ before: named, after: opsgenie(), given: {} })).toEqual(['secrets.token']);
  });

  test('needs nothing if no token is stored or it is removed', () => {
    const after = opsgenie('https://attacker.example', {});
    expect(fieldsOf({ before: opsgenie(), after, given: { secrets: { token: null } } })).toEqual([]);
  });

  test('needs the topic of ntfy, which is a secret', () => {
    const ntfy = (server: string): Destination => ({ kind: 'ntfy', secrets: {}, config: { server, topic: 'a9f8' } });
    const [before, after] = [ntfy('https://ntfy.sh'), ntfy('https://attacker.example')];
    expect(fieldsOf({ before, after, given: { config: { topic: '…' } } })).toEqual(['config.topic']);
    expect(fieldsOf({ before, after, given: { config: { topic: 'a9f8' } } })).toEqual([]);
  });
});

test.each([
  ['https://api.eu.opsgenie.com', 'https://api.eu.opsgenie.com/'],
  [undefined, 'https://api.opsgenie.com'],
])('a server that stays, %s and %s, needs nothing', (before, after) => {
  expect(fieldsOf({ before: opsgenie(before), after: opsgenie(after), given: {} })).toEqual([]);
});

function opsgenie(server?: string, secrets: Destination['secrets'] = TOKEN): Destination {
  return {
    kind: 'opsgenie',
    secrets,
    config: server === undefined ? {} : { server },
  };
}

function fieldsOf(...given: Parameters<typeof checkMovedServer>) {
  return checkMovedServer(...given).map((problem) => problem.split(':')[0]);
}
