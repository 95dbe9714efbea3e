import { Time } from './Time';

/** A time, or a dash without one: its age, or to the minute. */
export const Moment = ({ at, full = false }: { readonly at: string | null; readonly full?: boolean }) =>
  at === null ? <>–</> : <Time at={at} form={full ? 'minute' : 'age'} />;
