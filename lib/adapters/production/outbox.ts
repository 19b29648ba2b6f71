import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { lowestId } from '../../core/domain/ids.ts';
import type { BatchedMailing, Manifest } from '../../core/domain/print-batches.ts';
import { awsObjectClient } from '../net/aws-client.ts';
import { type FileBuckets, type ManifestMailing, readManifestMailings, renderManifest } from './manifest.ts';
import { findManifestLine } from './manifest-line.ts';
