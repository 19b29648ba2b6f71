import { S3Client } from '@aws-sdk/client-s3';
import { openTexts } from './texts.ts';

const INBOX = 'inbox/';
const RESULTS = 'results/';
/** What has been applied of a report so far; of use to ourselves alone. */
const PROGRESS = 'progress/';

/** 100,000 lines and more. A report is held in memory, so it has a bound. */
const LONGEST_REPORT_BYTES = 16 * 1024 * 1024;

/** A report as it lies in the inbox. */
export interface Report {
  key: string;
  text: string;
  /** Tells apart the contents that a name has had. */
  etag: string;
}

/** The reports of the print house, and the result that each of them gets. */
export function openInbox(bucket: string, client = new S3Client()) {
  const texts = openTexts(bucket, client);
  return {
    /** Puts a report into the inbox under a name, as the print house does. */
    drop: (name: string, bytes: Uint8Array): Promise<void> => texts.put(INBOX + name, bytes),

    /** A report, or undefined when it is too long to be read. */
    read: async (reportKey: string): Promise<Report | undefined> => {
      const { body, etag, bytes } = await texts.get(reportKey);
      if (bytes <= LONGEST_REPORT_BYTES) return { key: reportKey, text: await body.transformToString('utf-8'), etag };
      await body.transformToWebStream().cancel();
      return undefined;
    },

    /** The results of one part of a report, from 0; undefined while it has not been applied. */
    readPart: (report: Report, part: number): Promise<string | undefined> => texts.find(partKey(report, part)),
    writePart: (report: Report, part: number, results: string): Promise<void> =>
      texts.put(partKey(report, part), results),

    writeResult: (reportKey: string, results: string): Promise<void> => texts.put(RESULTS + nameOf(reportKey), results),

    /** The result of a report of this name; undefined while there is none. */
    readResult: (name: string): Promise<string | undefined> => texts.find(RESULTS + name),
  };
}

export type Inbox = ReturnType<typeof openInbox>;

const nameOf = (reportKey: string) => reportKey.slice(INBOX.length);

function partKey({ key, etag }: Report, part: number): string {
  return `${PROGRESS}${nameOf(key)}/${etag}/${String(part).padStart(6, '0')}.jsonl`;
}
