import { contracts } from './contracts.ts';
import { openApiDocument } from './document.ts';
import { errorReference } from './error-reference.ts';
import { ERRORS_FILE, OPENAPI_FILE } from './files.ts';
import { record, type RecordedService } from './recording.ts';

/** The generated pages, by path in the repository. It calls the service and advances its clock. */
export async function generateDocs(service: RecordedService): Promise<Record<string, string>> {
  const document = openApiDocument(contracts, await record(service));
  return { [OPENAPI_FILE]: `${JSON.stringify(document, null, 2)}\n`, [ERRORS_FILE]: errorReference() };
}
