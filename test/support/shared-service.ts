import { requestSharedService } from '@malote/local-cloud/test/support/database.ts';

/** Addresses of the service that the contract tests share. */
export interface SharedService {
  baseUrl: string;
  controlUrl: string;
  /** The single AWS endpoint behind the service. */
  awsEndpoint: string;
  /** Outputs of the stack: names of the table and the buckets. */
  outputs: Record<string, string>;
}

/** Starts when the first file requests it. Its clock is never advanced. */
export async function sharedService(): Promise<SharedService> {
  return (await requestSharedService('service')) as SharedService;
}
