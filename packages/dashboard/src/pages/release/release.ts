import type { ResponseOf } from '../../api/callApi';

/** A release as the API describes it. */
export type Release = ResponseOf<'GET /api/0/projects/{org}/{project}/releases/{version}'>;
