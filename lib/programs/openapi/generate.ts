import type { Schema } from '../../core/schemas/json-schema.ts';
import { contracts } from './contracts.ts';
import { dashboardDocument } from './dashboard.ts';
import { openApiDocument } from './document.ts';
import { errorReference } from './error-reference.ts';
import { DASHBOARD_FILE, ERRORS_FILE, OPENAPI_FILE } from './files.ts';
import { record, type RecordedService } from './recording.ts';

/** The generated pages, by path in the repository. It calls the service and advances its clock. */
export async function generateDocs(service: RecordedService): Promise<Record<string, string>> {
  const document = openApiDocument(contracts, await record(service));
  return {
    [OPENAPI_FILE]: pageOf(document),
    [DASHBOARD_FILE]: pageOf(dashboardDocument()),
    [ERRORS_FILE]: errorReference(),
  };
}

function pageOf(document: Schema): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
