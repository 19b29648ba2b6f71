import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { DeleteObjectCommand, paginateListObjectsV2, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { awsObjectClient } from '../net/aws-client.ts';
import { contentTypeOf } from './content-types.ts';

/** The files in a folder, by their paths with slashes; none if there is no folder. */
export function openBuiltFiles(folder: string) {
  return {
    paths: async (): Promise<string[]> => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noFolder);
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
        .sort();
    },
    read: (path: string): Promise<Uint8Array> => readFile(join(folder, path)),
  };
}

function noFolder(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** The files in the bucket behind a distribution. */
export function openPublishedFiles(bucket: string, client = new S3Client(awsObjectClient())) {
  return {
    paths: async (): Promise<string[]> => {
      const found: string[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
        found.push(...Contents.flatMap(({ Key }) => Key ?? []));
      return found;
    },
    put: async (path: string, content: Uint8Array, cacheControl: string): Promise<void> => {
      const type = { ContentType: contentTypeOf(path), CacheControl: cacheControl };
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: path, Body: content, ...type }));
    },
    remove: async (path: string): Promise<void> => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: path }));
    },
  };
}
