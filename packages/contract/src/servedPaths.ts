/** First segments of paths that the public port serves to programs. No page and no organization has one of these names. */
export const SERVED_PATHS = ['api', 'sdk', 'healthz', 'readyz', 'metrics', 'v1'] as const;
