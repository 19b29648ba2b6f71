import { reportFile } from '../../pdf/report-file.ts';
import { evidenceReport } from '../../texts/evidence/report.ts';

/** Example URL of a deployment's evidence check, on its confirmation page. */
const CHECK_URL = 'https://confirme.malote.example/evidence';

interface Description {
  paths: Record<string, { get: { responses: Record<string, { content: Record<string, Examples> }> } }>;
}
interface Examples {
  examples: { verified: { value: unknown } };
}

/** The example evidence of the API description, as the service renders it. */
export function evidenceExample(description: string): Promise<Uint8Array> {
  const { paths } = JSON.parse(description) as Description;
  const { content } = paths['/verifications/{verification_id}/evidence']!.get.responses['200']!;
  const json = JSON.stringify(content['application/json']!.examples.verified.value);
  return reportFile(evidenceReport(json, CHECK_URL));
}
