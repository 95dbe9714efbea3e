import { describe, expect, test } from '@jest/globals';
import type { EventType } from '@sluice/contract';
import { eventPolicy, type FieldAction } from './fieldPolicies.js';

const SOURCE = { before: [], line: 'a', after: [] };

const POLICY = 'a policy';
const shown = (action: FieldAction): string => (typeof action === 'function' ? POLICY : action);

describe('the policy of an event', () => {
  test.each<[EventType, string, unknown, string]>([
    ['log', 'type', 'log', 'kept'],
    ['log', 'timestamp', '2025-01-01', 'kept'],
    ['log', 'tags', {}, 'scrubbed'],
    ['log', 'payload', {}, POLICY],
    ['log', 'payload', 'text', 'scrubbed'],
    ['log', 'contexts', 'text', 'scrubbed'],
    ['log', 'contexts/release', 'a@1', 'kept'],
    ['log', 'contexts/event.id', '4111111111111111', 'kept'],
    ['log', 'contexts/release', null, 'kept'],
    ['log', 'contexts/release', { name: 'a' }, 'scrubbed'],
    ['log', 'contexts/user.email', 'a@b.test', 'dropped'],
    ['log', 'contexts/user.id', '4111111111111111', 'kept'],
    ['log', 'contexts/user.id', 'user-1', 'kept'],
    ['log', 'contexts/user.id', '12 a@b.test', 'dropped'],
    ['log', 'contexts/user.id', 'a@b.test 12', 'dropped'],
    ['log', 'contexts/user.id', 7, 'scrubbed'],
    ['exception', 'payload/frames', [], POLICY],
    ['exception', 'payload/frames', 'text', 'scrubbed'],
    ['exception', 'payload/breadcrumbs', [], 'scrubbed'],
    ['exception', 'payload/frames/context', SOURCE, 'source'],
    ['exception', 'payload/frames/context', 'text', 'scrubbed'],
    ['exception', 'payload/frames/debugId', '12345678-1234-1234-1234-123456789012', 'kept'],
    ['exception', 'payload/frames/vars', {}, POLICY],
    ['exception', 'payload/frames/vars', 'text', 'scrubbed'],
    ['exception', 'payload/frames/vars/password', "'hunter2'", 'marked'],
    ['exception', 'payload/frames/vars/password', 'None', 'kept'],
    ['exception', 'payload/frames/vars/token', "''", 'kept'],
    ['exception', 'payload/frames/vars/use_token', 'True', 'kept'],
    ['exception', 'payload/frames/vars/cart_id', "'c-17'", 'scrubbed'],
    ['exception', 'payload/frames/locals', SOURCE, 'scrubbed'],
    ['exception', 'payload/cause', {}, POLICY],
    ['exception', 'payload/cause', 'text', 'scrubbed'],
    ['exception', 'payload/request', {}, 'scrubbed'],
    ['span', 'payload/metrics', {}, POLICY],
    ['span', 'payload/metrics', 'text', 'scrubbed'],
    ['span', 'payload/attributes', {}, 'scrubbed'],
    ['span', 'payload/metrics/auth.token', 7, 'scrubbed'],
    ['span', 'payload/metrics/auth.token', 'abc', 'marked'],
    ['log', 'payload/metrics', {}, 'scrubbed'],
    ['hit', 'payload/sessionId', 's', 'kept'],
    ['log', 'payload/sessionId', 's', 'scrubbed'],
    ['replay', 'payload/events', [], 'kept'],
    ['log', 'payload/events', [], 'scrubbed'],
  ])('%s: %s with %j is %s', (type, path, value, expected) => {
    expect(shown(actionOf(type, path.split('/'), value))).toBe(expected);
  });
});

/** Returns the policy for the last field of a path; each object on the path has only that field. */
function actionOf(type: EventType, path: string[], value: unknown): FieldAction {
  let action: FieldAction = eventPolicy(type);
  for (const [index, name] of path.entries()) {
    if (typeof action !== 'function') throw new Error(`the object of ${name} is ${action}`);
    const around = name === 'frames' ? [] : {};
    const field: unknown = index === path.length - 1 ? value : around;
    action = action(name, field, { [name]: field });
  }
  return action;
}
