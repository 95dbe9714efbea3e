import { DESTINATION_FORMS, destinationInputs } from '@sluice/alerts/kinds';
import { describe, expect, test } from '@jest/globals';
import type { Destination, DestinationKind } from '../alerts/alertTypes';
import { destinationToDraft, draftToDestination, newDestination } from './destinationDraft';

const ZONE = 'Europe/Berlin';
const KINDS = Object.keys(DESTINATION_FORMS) as readonly DestinationKind[];

/** Every field that a kind can have; its secrets are never returned. */
const CONFIGS: Readonly<Record<DestinationKind, Destination['config']>> = {
  members: { audience: 'assignee' },
  email: { addresses: ['a@example.com', 'b@example.com'] },
  webhook: {},
  slack: {},
  discord: {},
  teams: {},
  telegram: { chatId: '-100', threadId: 7 },
  mattermost: {},
  ntfy: { server: 'https://push.example', topic: 'web' },
  google_chat: {},
  pagerduty: {},
  opsgenie: { server: 'https://api.eu.opsgenie.com' },
};

describe('the form of a destination', () => {
  test.each(KINDS)('of the kind %s describes the one that it was made of, and sends no secret', (kind) => {
    expect(draftToDestination(destinationToDraft(stored(kind), ZONE))).toEqual({
      name: 'On call',
      hourlyLimit: 12,
      quietHours: null,
      config: CONFIGS[kind],
      secrets: {},
    });
  });

  test.each(KINDS)('of the kind %s sends only secrets that the kind has', (kind) => {
    const draft = { ...newDestination(kind, ZONE), url: ' https://example.com/hook ', token: ' secret ' };
    const fields = destinationInputs(kind).map(({ name }) => name);
    const expected = {
      ...(fields.includes('url') ? { url: 'https://example.com/hook' } : {}),
      ...(fields.includes('token') ? { token: 'secret' } : {}),
    };
    expect(draftToDestination(draft).secrets).toEqual(expected);
  });

  test('sends addresses that are separated by commas or lines', () => {
    const draft = { ...newDestination('email', ZONE), addresses: 'a@example.com, b@example.com\n\nc@example.com' };
    expect(draftToDestination(draft).config?.addresses).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
  });

  test.each([
    [{ timeZone: 'Asia/Tokyo', from: '23:00', to: '06:30' }],
    [{ timeZone: 'Asia/Tokyo', from: '23:00', to: '06:30', days: [6, 7] }],
  ])('keeps the quiet hours %j', (quietHours) => {
    const draft = destinationToDraft(stored('slack', quietHours), ZONE);
    expect(draftToDestination(draft).quietHours).toEqual(quietHours);
  });

  test('begins quiet hours in the zone of the reader, and sends their days in order', () => {
    const draft = { ...newDestination('slack', ZONE), isQuiet: true, days: [7, 1] };
    expect(draftToDestination(draft).quietHours).toMatchObject({ timeZone: ZONE, days: [1, 7] });
    expect(draftToDestination({ ...draft, isQuiet: false }).quietHours).toBeNull();
  });
});

function stored(kind: DestinationKind, quietHours: Destination['quietHours'] = null) {
  return { kind, name: 'On call', config: CONFIGS[kind], secret: 'set', quietHours, hourlyLimit: 12 } as Destination;
}
