import { errorBody } from '@sluice/contract';
import { createHttpServer, rejectParserError, type HttpServer } from '@sluice/runtime';
import type { RequestListener } from 'node:http';
import type { ServerConfig } from '../serverConfig.js';
import { MANAGEMENT_HEADERS } from './sendJson.js';

/** Returns the HTTP server of a management service that runs in its own process. */
export const createManagementServer = (handler: RequestListener, config: ServerConfig): HttpServer =>
  createHttpServer(handler, config, {
    clientError: (error, socket) => rejectParserError(error, socket, MANAGEMENT_HEADERS, errorBody),
  });
