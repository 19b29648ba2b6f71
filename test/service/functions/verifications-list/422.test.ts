import { describeListRefusals } from '../../../support/lists.ts';
import { verifications } from '../../../support/seeds.ts';

describeListRefusals(verifications);
