import { join, resolve } from 'node:path';

/** The folder of a bundle, `dist/operator`, with its data. */
const bundle = process.env.LAMBDA_TASK_ROOT;
const repository = bundle === undefined ? resolve(import.meta.dirname, '../../..') : resolve(bundle, '../..');

/** The directory of postal codes that the command reads. */
export const POSTAL_CODES = bundle === undefined ? join(repository, 'data/postal-codes') : join(bundle, 'postal-codes');

/** The description that `npm start` writes of its service. */
export const SERVICE_FILE = join(repository, '.local/service.json');
