import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Problem } from '../domain/problems.ts';
import { MOST_ENDPOINTS, type SigningSecret, type WebhookEndpoint } from '../domain/webhooks.ts';
import { webhookEndpointKey, webhookEndpointsPartition } from './keys.ts';
import { queryAll, type Item } from './queries.ts';
import { KIND } from './schema.ts';
import { isConditionFailure, type Table } from './table.ts';
import { ConditionLost, transact, type TransactWriteItem } from './transactions.ts';
