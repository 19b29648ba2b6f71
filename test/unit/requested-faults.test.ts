import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { RequestedFaults } from '../../lib/programs/local-service/control/requested-faults.ts';

const headers = { host: '127.0.0.1:4010' };
const response = {} as ServerResponse;

/** A page of any site may send each of these without reading the answer; the service must outlive it. */
test.each(['//', '///v1/letters', '/\\', '//v1/letters', '*', '', '/v1/%zz'])(
  'a request for %j is none of the API, and harms nothing',
  (url) => {
    const faults = new RequestedFaults('/v1', 'http://127.0.0.1:4010/erros', () => 0);
    faults.add({ fault: 'cut', requests: 1, path: '/letters' });
    expect(faults.route({ method: 'GET', url, headers } as IncomingMessage, response)).toBe(false);
    expect(faults.waiting).toHaveLength(1);
  },
);
