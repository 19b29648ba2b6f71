import { SECURITY_TXT_MS, SECURITY_TXT_PATH, securityTxt } from '../core/domain/security-txt.ts';
import { noPage } from '../core/security-headers.ts';

const EXPIRES = '@expires@';

/**
 * Lines for the beginning of a CloudFront function on viewer requests, which answer `security.txt` at the edge. A
 * distribution does not add its headers policy to such answers, so they carry their own
 * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html#functions-event-structure-response).
 */
export function answersSecurityTxt(contact: string): string {
  const [before, after] = securityTxt(contact, EXPIRES).split(EXPIRES) as [string, string];
  const headers = Object.entries({ ...noPage, 'Content-Type': 'text/plain; charset=utf-8' }).map(([name, value]) => [
    name.toLowerCase(),
    { value },
  ]);
  return `if (event.request.uri === ${JSON.stringify(SECURITY_TXT_PATH)}) {
    var expires = new Date(Date.now() + ${SECURITY_TXT_MS}).toISOString();
    var body = ${JSON.stringify(before)} + expires + ${JSON.stringify(after)};
    return { statusCode: 200, headers: ${JSON.stringify(Object.fromEntries(headers))}, body: body };
  }`;
}
