import { askShared } from '@malote/local-cloud/test/support/database.ts';

/** Where the service is that the contract tests share. */
export interface SharedService {
  baseUrl: string;
  controlUrl: string;
  /** The one AWS endpoint behind the service. */
  awsEndpoint: string;
  /** Outputs of the stack: names of the table and the buckets. */
  outputs: Record<string, string>;
}

/** Started when the first file asks for it. Its clock is never wound. */
export async function sharedService(): Promise<SharedService> {
  return (await askShared('service')) as SharedService;
}
