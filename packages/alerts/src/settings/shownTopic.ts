import type { DestinationConfig } from '@sluice/contract';

/** Of a shorter topic nothing is shown: four characters would be most of it. */
const SHORTEST = 12;
const SHOWN = 4;

/** Of the topic of ntfy, which is all that a public topic needs to be read, its end. The character is in no topic. */
const shownTopic = (topic: string): string => `…${topic.length < SHORTEST ? '' : topic.slice(-SHOWN)}`;

/** Returns the settings of a destination as they may be shown. */
export const shownConfig = (config: DestinationConfig): DestinationConfig =>
  config.topic === undefined ? config : { ...config, topic: shownTopic(config.topic) };

/** Returns the settings that a client sent. A topic as it was shown is the stored one. */
export const withStoredTopic = (given: DestinationConfig, stored: DestinationConfig): DestinationConfig =>
  stored.topic !== undefined && given.topic === shownTopic(stored.topic) ? { ...given, topic: stored.topic } : given;
