import { join, resolve } from 'node:path';

/** The folder of a bundle, which lies in `dist/operator`; its data lies beside it. */
const bundle = process.env.LAMBDA_TASK_ROOT;
const repository = bundle === undefined ? resolve(import.meta.dirname, '../../..') : resolve(bundle, '../..');

/** The directory of postal codes that the command reads. */
export const POSTAL_CODES = bundle === undefined ? join(repository, 'data/postal-codes') : join(bundle, 'postal-codes');

/** Where `npm start` describes the service that it started. */
export const SERVICE_FILE = join(repository, '.local/service.json');
