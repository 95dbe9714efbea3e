import type { ResponseOf } from '../../api/callApi';

type Answer = ResponseOf<'GET /api/0/organizations/{org}/alerts/subscriptions'>;

/** How alerts reach a member. */
export type Channel = Answer['data'][number]['channel'];

/** A choice of a member. */
export interface Choice {
  /** null: all projects without a choice of their own. */
  readonly project: string | null;
  /** null: no choice. */
  readonly channel: Channel | null;
}

/** Every channel with its label. */
export const CHANNELS: readonly (readonly [Channel, string])[] = [
  ['mail', 'Email and inbox'],
  ['inbox', 'Inbox only'],
  ['none', 'Nothing'],
];

/** Returns the label of a channel. */
export const channelLabel = (channel: Channel): string => CHANNELS.find(([own]) => own === channel)?.[1] ?? channel;

/** Returns the choice for a project; for all projects it is mail if there is none. */
export const channelOf = (choices: Answer['data'], project: string | null): Channel | undefined =>
  choices.find((one) => one.project === project)?.channel ?? (project === null ? 'mail' : undefined);

/** Returns the choices after a change. */
export function applyChoice({ data }: Answer, { project, channel }: Choice): Answer {
  const others = data.filter((one) => one.project !== project);
  return { data: channel === null ? others : [...others, { project, channel }] };
}
