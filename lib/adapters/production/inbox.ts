import {
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandInput,
  type ListObjectVersionsCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import { MEGABYTE } from '../../core/domain/units.ts';
import { awsObjectClient } from '../net/aws-client.ts';
import { openTexts } from './exchange-files.ts';

const INBOX = 'inbox/';
const RESULTS = 'results/';
/** Results applied so far; for internal use only. */
const PROGRESS = 'progress/';

/**
 * A report is held in memory with all its results, so both are limited. Normal lines have at least 80 bytes, but 16 MB
 * could contain millions of blank lines and fragments, which count too.
 */
const LONGEST_REPORT_BYTES = 16 * MEGABYTE;
const MOST_LINES = 200_000;

/** Location of a report. A name may be reused: the version identifies the content at that time. */
export interface ReportFile {
  key: string;
  /** Absent in a bucket without versions. */
  version?: string | undefined;
}

/** A report in the inbox. */
export interface Report {
  key: string;
  /** Undefined if it is too long to read. */
  text: string | undefined;
  /** Distinguishes the versions of a name, even if the content is the same. */
  edition: string;
}

/** The reports of the print house, and the result of each. */
export function openInbox(bucket: string, client = new S3Client(awsObjectClient())) {
  const texts = openTexts(bucket, client);
  return {
    /** Puts a report into the inbox under a name, as the print house does. */
    drop: (name: string, bytes: Uint8Array): Promise<void> => texts.put(INBOX + name, bytes),

    read: async ({ key, version }: ReportFile): Promise<Report> => {
      const { body, etag, bytes } = await texts.get(key, version);
      const edition = version ?? etag;
      if (bytes > LONGEST_REPORT_BYTES) {
        await body.transformToWebStream().cancel();
        return { key, text: undefined, edition };
      }
      const text = await body.transformToString('utf-8');
      return { key, text: hasMoreLines(text, MOST_LINES) ? undefined : text, edition };
    },

    /**
     * Reports that arrived at an instant or later, every version, page by page. Lists all, because names contain no
     * time.
     */
    arrivedSince: async function* (since: number): AsyncGenerator<{ file: ReportFile; at: number }[]> {
      let next: Pick<ListObjectVersionsCommandInput, 'KeyMarker' | 'VersionIdMarker'> | undefined = {};
      while (next) {
        const page: ListObjectVersionsCommandOutput = await client.send(
          new ListObjectVersionsCommand({ Bucket: bucket, Prefix: INBOX, ...next }),
        );
        yield (page.Versions ?? [])
          .map(({ Key, VersionId, LastModified }) => ({
            file: { key: Key!, version: VersionId! },
            at: LastModified!.getTime(),
          }))
          .filter(({ at }) => at >= since);
        next = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
          : undefined;
      }
    },

    /** The results of one part of a report, from 0; undefined while it has not been applied. */
    readPart: (report: Report, part: number): Promise<string | undefined> => texts.find(partKey(report, part)),
    writePart: (report: Report, part: number, results: string): Promise<void> =>
      texts.put(partKey(report, part), results),

    /** Writes the result for the print house; then records that this version of the report is applied. */
    writeResult: async ({ key, edition }: Report, results: string): Promise<void> => {
      await texts.put(RESULTS + nameOf(key), results);
      await texts.put(appliedKey(key, edition), '');
    },

    isApplied: async ({ key, version }: ReportFile): Promise<boolean> =>
      version !== undefined && (await texts.find(appliedKey(key, version))) !== undefined,

    /** The result of a report of this name; undefined while there is none. */
    readResult: (name: string): Promise<string | undefined> => texts.find(RESULTS + name),
  };
}

export type Inbox = ReturnType<typeof openInbox>;

const nameOf = (reportKey: string) => reportKey.slice(INBOX.length);

function hasMoreLines(text: string, most: number): boolean {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0 && count <= most; at = text.indexOf('\n', at + 1)) count++;
  return count > most;
}

const progressKey = (key: string, edition: string, of: string) => `${PROGRESS}${nameOf(key)}/${edition}/${of}`;

function partKey({ key, edition }: Report, part: number): string {
  return progressKey(key, edition, `${String(part).padStart(6, '0')}.jsonl`);
}

const appliedKey = (key: string, edition: string) => progressKey(key, edition, 'applied');
