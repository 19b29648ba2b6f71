import { RemovalPolicy } from 'aws-cdk-lib';
import type { Settings } from './settings-schema.ts';

/**
 * What becomes of a resource that outlives a stage whose data is protected. A first deployment that fails removes what it
 * made: none of it is in use yet
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html).
 */
export const removalOf = ({ dataProtected }: Settings): RemovalPolicy =>
  dataProtected ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/**
 * The same for a resource with deletion protection, which "cannot be deleted by any user or process"
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-table.html): the rollback of a
 * first deployment would stop at it, so it leaves it (docs/operating.md, "A first deployment that failed").
 */
export const removalOfProtected = ({ dataProtected }: Settings): RemovalPolicy =>
  dataProtected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
