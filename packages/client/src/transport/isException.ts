import type { SluiceEvent } from '../core/event.js';

export const isException = ({ type }: SluiceEvent): boolean => type === 'exception';
