import { PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import type { StoredEvidence } from '../../../core/schemas/evidence.ts';
import { evidenceKey, evidencePartition } from '../table/keys.ts';
import { queryAll } from '../table/queries.ts';
import { shapeOf } from '../table/stored.ts';
import { storedEvidence } from '../table/stored-schemas.ts';
import { epochSeconds, ifConditionHolds, type Table } from '../table/table.ts';

const shape = shapeOf('evidence', ({ evidence }) => evidence, storedEvidence);

const mailingIdOf = ({ verification_id, letter_id }: StoredEvidence): string => (verification_id ?? letter_id)!;

/** Evidence of mailings, by edition. An edition never changes, except for its time stamp and erasures. */
export function openEvidence(table: Table, now: () => number) {
  const itemOf = (evidence: StoredEvidence) => ({
    ...evidenceKey(evidence.account_id, mailingIdOf(evidence), evidence.edition),
    kind: 'evidence',
    evidence,
    ...shape.stamp,
    expires_at_epoch: epochSeconds(evidence.kept_until),
  });
  const put = async (evidence: StoredEvidence, condition: Partial<PutCommandInput>): Promise<boolean> => {
    const command = new PutCommand({ TableName: table.name, Item: itemOf(evidence), ...condition });
    return (await ifConditionHolds(table.client.send(command))) !== undefined;
  };

  return {
    /** Every edition that is still kept, oldest first. */
    editions: async (accountId: string, mailingId: string): Promise<StoredEvidence[]> =>
      (await queryAll(table, evidencePartition(accountId, mailingId)))
        .map(shape.read)
        .filter(({ kept_until }) => kept_until > now()),

    /** @returns false, with nothing written, if another call stored the edition first */
    add: (evidence: StoredEvidence): Promise<boolean> =>
      put(evidence, { ConditionExpression: 'attribute_not_exists(PK)' }),

    /**
     * Replaces an edition.
     * @returns false, with nothing written, if it changed since it was read, so that erased data never returns
     */
    replace: (before: StoredEvidence, after: StoredEvidence): Promise<boolean> =>
      put(after, {
        ConditionExpression: 'evidence.body = :body',
        ExpressionAttributeValues: { ':body': before.body },
      }),
  };
}

export type Evidence = ReturnType<typeof openEvidence>;
