import { readFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { printHouse, type Process } from '../../modules/production/support/print-house.ts';
import { PRINT_FILE, PRINT_FILE_BYTES } from './production-seed.ts';

/**
 * A process that forms batches of all waiting letters (one argument: the endpoint of the database), or applies a report
 * (second argument: its path), and reports the time, its peak memory, and the number of AWS calls.
 */
const [endpoint, reportPath] = process.argv.slice(2) as [string, string | undefined];
const table = openTable(
  'malote',
  new DynamoDBClient({
    endpoint,
    region: 'sa-east-1',
    credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
  }),
);
const house = printHouse(() => table);
house.files.put(PRINT_FILE.key, PRINT_FILE_BYTES, Buffer.from(PRINT_FILE.sha256, 'hex').toString('base64'));
if (reportPath !== undefined) house.exchange.put('inbox/report.jsonl', readFileSync(reportPath));

let calls = 0;
const counted: Process = {
  client: (client) => {
    const { send } = client as { send: (command: object) => Promise<unknown> };
    const counting = {
      send: (command: object) => {
        calls++;
        return send.call(client, command);
      },
    };
    return counting as typeof client;
  },
};

const began = performance.now();
if (reportPath === undefined) await house.form({}, counted);
else await house.apply('inbox/report.jsonl', counted);
const seconds = (performance.now() - began) / 1000;
const results = house.results('results/report.jsonl').map(({ result }) => result);
const applied = results.filter((result) => result === 'applied').length;
const manifests = Object.values(house.manifests()).map(({ length }) => length);
// The unit of maxRSS is the kilobyte.
const megabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ seconds, megabytes, calls, manifests, applied }));
process.exit();
