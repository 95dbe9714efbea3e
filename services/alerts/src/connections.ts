/** Exclusive tasks, each of which holds a connection for its lock while it runs. */
const EXCLUSIVE_TASKS = 4;

/** Connections of alerts: those of the locks, and some for the work of the tasks and for deliveries. */
export const ALERTS_CONNECTIONS = EXCLUSIVE_TASKS + 7;
